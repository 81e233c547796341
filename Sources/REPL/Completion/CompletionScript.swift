/// The scripts that make shells complete the command line of Howdah.
///
/// They know no commands: each Tab asks the program itself, `howdah __complete`, which answers with ``ShellCompletion``.
enum CompletionScript: String, CaseIterable {
  case bash, zsh, fish

  var text: String {
    switch self {
    case .bash: Self.bashText
    case .zsh: Self.zshText
    case .fish: Self.fishText
    }
  }

  /// The installation of the script, for the help of the command.
  static let installation = """
    In ~/.bashrc: source <(howdah completion bash). In ~/.zshrc, after compinit: source <(howdah completion zsh). \
    For fish: howdah completion fish > ~/.config/fish/completions/howdah.fish. Commands, options, accounts, names and \
    the numbers of the last screen are completed from this machine; nothing is sent.
    """

  private static let bashText = #"""
    # Completion of howdah for bash: source <(howdah completion bash)
    _howdah() {
      mapfile -t COMPREPLY < <("${1/#\~/$HOME}" __complete bash "${COMP_LINE:0:COMP_POINT}" "$2" 2>/dev/null)
      if [[ ${COMPREPLY[0]} == ':files' ]]; then
        compopt -o filenames
        mapfile -t COMPREPLY < <(compgen -f -- "$2")
      elif [[ ${#COMPREPLY[@]} -gt 0 ]]; then
        # The order is that of the screen.
        compopt -o nosort
      fi
    }
    complete -F _howdah howdah
    """#

  private static let zshText = #"""
    #compdef howdah
    # Completion of howdah for zsh: source <(howdah completion zsh), or a file _howdah in a folder of $fpath
    _howdah() {
      local line
      local -a found
      local -a typed=("${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}")
      for line in "${(@f)$("${(Q)words[1]/#\~/$HOME}" __complete zsh "${typed[@]}" 2>/dev/null)}"; do
        if [[ $line == ':files' ]]; then
          [[ $PREFIX == --*=* ]] && compset -P '--*='
          _files
          return
        fi
        [[ -z $line ]] && continue
        # The first colon ends the word.
        found+=("${${line%%$'\t'*}//:/\\:}${line#${line%%$'\t'*}}")
      done
      found=("${found[@]/$'\t'/:}")
      _describe -V 'howdah' found
    }
    if [[ ${funcstack[1]} == _howdah ]]; then _howdah "$@"; else compdef _howdah howdah; fi
    """#

  private static let fishText = #"""
    # Completion of howdah for fish: howdah completion fish > ~/.config/fish/completions/howdah.fish
    function __howdah_complete
        set -l words (commandline -opc)
        set -l current (commandline -ct | string unescape)
        set -l found (command $words[1] __complete fish $words[2..-1] "$current" 2>/dev/null)
        if test "$found[1]" = ':files'
            # With its quotes, so that fish sees what a ~ means.
            set -l raw (commandline -ct)
            set -l option (string match -r -- '^--[^=]*=' "$raw")
            set -l path (string replace -r -- '^--[^=]*=' '' "$raw")
            for file in (complete -C "'' $path")
                echo -- "$option$file"
            end
            return
        end
        printf '%s\n' $found
    end
    complete -c howdah -f -k -a '(__howdah_complete)'
    """#
}
