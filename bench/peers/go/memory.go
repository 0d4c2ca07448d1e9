package main

import (
	"os"
	"strconv"
	"strings"
)

// The bytes that a line of a file of /proc tells in kB; 0 where there is none.
func memoryLine(file, name string) int {
	text, err := os.ReadFile(file)
	if err != nil {
		return 0
	}
	for _, line := range strings.Split(string(text), "\n") {
		fields := strings.Fields(line)
		if len(fields) == 3 && fields[0] == name {
			kilobytes, _ := strconv.Atoi(fields[1])
			return kilobytes * 1024
		}
	}
	return 0
}
