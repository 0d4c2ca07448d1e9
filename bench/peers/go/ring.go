package main

import "time"

type token struct{ left, made int }

// A standing ring, with tokens that go round at once.
func ring(p params) work {
	size, tokens := p["size"], p["tokens"]
	ended := make(chan int, tokens)
	// room for all tokens: with less, a ring in which each member waits to send would stand still
	members := buildRing(size, tokens, ended)
	return func(n int) (result, error) {
		began := time.Now()
		for i := 0; i < tokens; i++ {
			members[i*size/tokens] <- token{left: n/tokens - 1, made: 1} // evenly spread
		}
		answer := sum(ended, tokens)
		return result{took: time.Since(began), answer: answer}, nil
	}
}

// Building a ring, until a token has gone round it once.
func ringStart(p params) work {
	size := p["size"]
	return func(int) (result, error) {
		ended := make(chan int)
		began := time.Now()
		members := buildRing(size, 1, ended)
		members[0] <- token{left: size}
		answer := <-ended
		took := time.Since(began)
		for _, mailbox := range members {
			close(mailbox)
		}
		sum(ended, size)
		return result{took: took, answer: answer}, nil
	}
}

// The mailboxes of a ring's members; each member is started with its neighbour's.
func buildRing(size, room int, ended chan<- int) []chan token {
	members := make([]chan token, size)
	first := make(chan token, room)
	neighbour := first
	for i := size - 1; i > 0; i-- {
		members[i] = make(chan token, room)
		go member(members[i], neighbour, ended)
		neighbour = members[i]
	}
	members[0] = first
	go member(first, neighbour, ended)
	return members
}

// Tells how many passes an ended token made; and 0 when its mailbox is closed.
func member(mailbox <-chan token, neighbour chan<- token, ended chan<- int) {
	for t := range mailbox {
		if t.left == 0 {
			ended <- t.made
		} else {
			neighbour <- token{t.left - 1, t.made + 1}
		}
	}
	ended <- 0
}
