package main

import "time"

// Pairs of actors that send a counter to and fro.
func pingpong(p params) work {
	pairs := p["pairs"]
	starts := make([]chan int, pairs)
	lasts := make(chan int, pairs)
	for i := range starts {
		starts[i] = make(chan int)
		go starter(starts[i], lasts)
	}
	return func(n int) (result, error) {
		began := time.Now()
		for _, start := range starts {
			start <- n / pairs
		}
		answer := sum(lasts, pairs)
		return result{took: time.Since(began), answer: answer}, nil
	}
}

func starter(start <-chan int, lasts chan<- int) {
	// room for the one message that is under way: neither side waits to send
	ping, pong := make(chan int, 1), make(chan int, 1)
	go echo(ping, pong)
	for rounds := range start {
		last := 0
		for last < rounds {
			ping <- last + 1
			last = <-pong
		}
		lasts <- last
	}
}

func echo(ping <-chan int, pong chan<- int) {
	for counter := range ping {
		pong <- counter
	}
}
