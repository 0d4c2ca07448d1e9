package main

import (
	"fmt"
	"time"
)

const (
	computers = 2
	slices    = 300
	sliceTime = time.Millisecond
)

// Actors that sleep, beside two that compute.
func blocking(p params) work {
	sleep := time.Duration(p["sleep"]) * time.Millisecond
	blocked, computed := make(chan time.Time, p["blockers"]), make(chan time.Time, computers)
	blockers := make([]chan struct{}, p["blockers"])
	for i := range blockers {
		blockers[i] = make(chan struct{}, 1)
		go blocker(blockers[i], sleep, blocked)
	}
	steps := calibrate()
	computing := make([]chan piece, computers)
	for i := range computing {
		computing[i] = make(chan piece, 1)
		go computer(computing[i], steps, computed)
	}
	compute := func() {
		for _, mailbox := range computing {
			mailbox <- piece{left: slices, x: 1}
		}
	}
	return func(int) (result, error) {
		began := time.Now()
		compute()
		_, last := ended(computed, computers)
		alone := last.Sub(began)

		began = time.Now()
		compute()
		for _, mailbox := range blockers {
			mailbox <- struct{}{}
		}
		sleepers, lastBlocked := ended(blocked, len(blockers))
		done, lastComputed := ended(computed, computers)
		return result{
			lastBlocked.Sub(began),
			sleepers + done,
			fmt.Sprintf(" compute=%d alone=%d", lastComputed.Sub(began).Nanoseconds(), alone.Nanoseconds()),
		}, nil
	}
}

// How many came to their end, and when the last did: the time that each tells itself, as the reader may be behind.
func ended(ends <-chan time.Time, count int) (seen int, last time.Time) {
	for ; seen < count; seen++ {
		if end := <-ends; end.After(last) {
			last = end
		}
	}
	return
}

func blocker(mailbox <-chan struct{}, sleep time.Duration, blocked chan<- time.Time) {
	for range mailbox {
		time.Sleep(sleep)
		blocked <- time.Now()
	}
}

type piece struct {
	left int
	x    uint64
}

func computer(mailbox chan piece, steps int, computed chan<- time.Time) {
	for p := range mailbox {
		if p.left == 0 {
			computed <- time.Now()
		} else {
			mailbox <- piece{p.left - 1, slice(steps, p.x)}
		}
	}
}

func slice(steps int, x uint64) uint64 {
	for ; steps > 0; steps-- {
		x ^= x << 13
		x ^= x >> 7
		x ^= x << 17
	}
	return x
}

// Steps of a slice of about sliceTime.
func calibrate() int {
	const steps = 1000000
	began := time.Now()
	if slice(steps, 1) == 0 {
		panic("xorshift never gives 0")
	}
	return int(steps * sliceTime / time.Since(began))
}
