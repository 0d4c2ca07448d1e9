package main

import (
	"sync/atomic"
	"time"
)

// Many senders, one receiver, which adds up what it gets.
func fanIn(p params) work {
	senders := p["senders"]
	mailbox := make(chan int, 1024) // more gains nothing, much less makes senders wait for each message
	expected, sums := make(chan int), make(chan int)
	go func() {
		for messages := range expected {
			sums <- sum(mailbox, messages)
		}
	}()
	starts := make([]chan int, senders)
	for i := range starts {
		starts[i] = make(chan int)
		go send(starts[i], mailbox)
	}
	return func(n int) (result, error) {
		each := n / senders
		began := time.Now()
		expected <- each * senders
		for _, start := range starts {
			start <- each
		}
		answer := <-sums
		return result{took: time.Since(began), answer: answer}, nil
	}
}

func send(start <-chan int, receiver chan<- int) {
	for each := range start {
		for i := 1; i <= each; i++ {
			receiver <- i
		}
	}
}

// One actor sends to many; the last to have got a round's message says so.
func broadcast(p params) work {
	count := p["receivers"]
	var received int64
	roundOver := make(chan struct{}, 1)
	receivers := make([]chan int64, count)
	for i := range receivers {
		receivers[i] = make(chan int64, 1) // a round's one message: the sender never waits
		go receive(receivers[i], &received, roundOver)
	}
	rounds, done := make(chan int), make(chan struct{})
	go func() {
		for n := range rounds {
			last := atomic.LoadInt64(&received)
			for ; n > 0; n-- {
				last += int64(count)
				for _, receiver := range receivers {
					receiver <- last
				}
				<-roundOver
			}
			done <- struct{}{}
		}
	}()
	return func(n int) (result, error) {
		before := atomic.LoadInt64(&received)
		began := time.Now()
		rounds <- n
		<-done
		took := time.Since(began)
		return result{took: took, answer: int(atomic.LoadInt64(&received) - before)}, nil
	}
}

func receive(mailbox <-chan int64, received *int64, roundOver chan<- struct{}) {
	for last := range mailbox {
		if atomic.AddInt64(received, 1) == last {
			roundOver <- struct{}{}
		}
	}
}
