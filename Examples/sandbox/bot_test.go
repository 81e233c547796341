// Tests in Go against Howdah's sandbox: go test. HOWDAH is the program, if it is not in PATH.
package bot

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// server is what the first line of the sandbox says.
var server struct {
	Address string
	Tokens  map[string]string
}

func TestMain(m *testing.M) {
	program := os.Getenv("HOWDAH")
	if program == "" {
		program = "howdah"
	}
	options := "sandbox --json --admin --quiet --at 2026-06-01T12:00:00Z --speed 0 --users alice"
	command := exec.Command(program, strings.Fields(options)...)
	output, err := command.StdoutPipe()
	if err == nil {
		err = command.Start()
	}
	if err == nil {
		line, _ := bufio.NewReader(output).ReadBytes('\n')
		err = json.Unmarshal(line, &server)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := m.Run()
	command.Process.Kill()
	os.Exit(code)
}

// send sends JSON as a user, and reads the answer's into a value.
func send(t *testing.T, method, path, user string, body, answer any) {
	t.Helper()
	content, _ := json.Marshal(body)
	request, _ := http.NewRequest(method, server.Address+path, bytes.NewReader(content))
	request.Header.Set("Authorization", "Bearer "+server.Tokens[user])
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if response.StatusCode != 200 {
		t.Fatal(method, path, response.Status)
	}
	if err := json.NewDecoder(response.Body).Decode(answer); err != nil {
		t.Fatal(err)
	}
}

type status struct {
	ID      string
	Content string
	Poll    *struct{ Expired bool }
}

func TestMentionIsANotification(t *testing.T) {
	send(t, "POST", "/sandbox/reset", "you", struct{}{}, &struct{}{})
	send(t, "POST", "/api/v1/statuses", "alice", map[string]string{"status": "Hello, @you"}, &status{})
	var notifications []struct{ Status status }
	send(t, "GET", "/api/v1/notifications?types[]=mention&limit=1", "you", struct{}{}, &notifications)
	if len(notifications) != 1 || !strings.Contains(notifications[0].Status.Content, "Hello") {
		t.Error(notifications)
	}
}

func TestPollEndsWhenTheClockIsPutForward(t *testing.T) {
	send(t, "POST", "/sandbox/reset", "you", struct{}{}, &struct{}{})
	var posted status
	poll := map[string]any{"options": []string{"tea", "coffee"}, "expires_in": 3600}
	send(t, "POST", "/api/v1/statuses", "you", map[string]any{"status": "Which one?", "poll": poll}, &posted)
	send(t, "POST", "/sandbox/clock", "you", map[string]int{"advance": 3601}, &struct{}{})
	send(t, "GET", "/api/v1/statuses/"+posted.ID, "you", struct{}{}, &posted)
	if posted.Poll == nil || !posted.Poll.Expired {
		t.Error(posted)
	}
}
