// The contender "go" of ./eddy bench actors: a program that does one workload, told to by lines on stdin.
//
//	eddy-peer-go <workload> key=value ...
//	harness:   go <n>
//	contender: done <n> <nanos> <answer> [key=value ...]      or      error <text>
//
// An actor is a goroutine, its mailbox a channel. The channels' capacities are given with the reason where they matter.
package main

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"
)

// A work does n operations.
type work func(n int) (result, error)

type result struct {
	took   time.Duration
	answer int
	extras string // " key=value" for each
}

type params map[string]int

// Sets a workload up.
var workloads = map[string]func(params) work{
	"pingpong":  pingpong,
	"ring":      ring,
	"ringstart": ringStart,
	"fanin":     fanIn,
	"broadcast": broadcast,
	"skynet":    skynet,
	"spawn":     spawn,
	"ask":       ask,
	"selective": selective,
	"blocking":  blocking,
}

func main() {
	work, failure := setup(os.Args[1:])
	commands := bufio.NewScanner(os.Stdin)
	for commands.Scan() {
		fmt.Println(answer(work, failure, commands.Text()))
	}
}

func setup(args []string) (work, error) {
	if len(args) == 0 {
		return nil, fmt.Errorf("give a workload as first argument")
	}
	make, known := workloads[args[0]]
	if !known {
		return nil, fmt.Errorf("there is no workload %s here", args[0])
	}
	given := params{}
	for _, arg := range args[1:] {
		key, text, _ := strings.Cut(arg, "=")
		value, err := strconv.Atoi(text)
		if err != nil {
			return nil, fmt.Errorf("write the argument %s as key=<number>", arg)
		}
		given[key] = value
	}
	return make(given), nil
}

func answer(work work, failure error, line string) string {
	if failure != nil {
		return "error " + failure.Error()
	}
	n, err := strconv.Atoi(strings.TrimPrefix(line, "go "))
	if err != nil || !strings.HasPrefix(line, "go ") {
		return "error not understood: " + line + "; the only command is go <n>"
	}
	done, err := work(n)
	if err != nil {
		return "error " + err.Error()
	}
	return fmt.Sprintf("done %d %d %d%s", n, done.took.Nanoseconds(), done.answer, done.extras)
}

// Adds up what count actors tell.
func sum(results <-chan int, count int) int {
	total := 0
	for i := 0; i < count; i++ {
		total += <-results
	}
	return total
}
