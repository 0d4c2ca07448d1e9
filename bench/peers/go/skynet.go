package main

import "time"

const children = 10

// A tree of actors, ten below each, a million at the bottom; their ordinals are added up on the way to the top.
func skynet(p params) work {
	leaves := 1000000
	if given, is := p["leaves"]; is {
		leaves = given
	}
	return func(int) (result, error) {
		top := make(chan int, 1)
		began := time.Now()
		go node(top, 0, leaves)
		answer := <-top
		return result{took: time.Since(began), answer: answer}, nil
	}
}

func node(parent chan<- int, ordinal, leaves int) {
	if leaves == 1 {
		parent <- ordinal
		return
	}
	mailbox := make(chan int, children) // a child that is done need not wait for its siblings
	below := leaves / children
	for i := 0; i < children; i++ {
		go node(mailbox, ordinal+i*below, below)
	}
	parent <- sum(mailbox, children)
}
