package main

import "time"

type request struct{ reply chan<- int }

// Askers that ask a responder of their own, one question after the other, each with a channel for the reply.
func ask(p params) work {
	count := p["outstanding"]
	starts := make([]chan int, count)
	sums := make(chan int, count)
	for i := range starts {
		starts[i] = make(chan int)
		go asker(starts[i], sums)
	}
	return func(n int) (result, error) {
		began := time.Now()
		for _, start := range starts {
			start <- n / count
		}
		answer := sum(sums, count)
		return result{took: time.Since(began), answer: answer}, nil
	}
}

func asker(start <-chan int, sums chan<- int) {
	responder := make(chan request, 1)
	go respond(responder)
	// An asker waits for one reply at a time and for ever, so one channel serves for all.
	reply := make(chan int, 1)
	for asks := range start {
		answers := 0
		for ; asks > 0; asks-- {
			responder <- request{reply}
			answers += <-reply
		}
		sums <- answers
	}
}

func respond(mailbox <-chan request) {
	for r := range mailbox {
		r.reply <- 1
	}
}
