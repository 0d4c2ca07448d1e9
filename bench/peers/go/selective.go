package main

import "time"

type message struct {
	answer bool
	number int
}

// A mailbox with selective receive: what was received and did not match is kept in order, and looked at first.
type mailbox struct {
	in   chan message
	kept []message
}

func (m *mailbox) receive(matches func(message) bool) message {
	for i, kept := range m.kept {
		if matches(kept) {
			m.kept = append(m.kept[:i], m.kept[i+1:]...)
			return kept
		}
	}
	for {
		next := <-m.in
		if matches(next) {
			return next
		}
		m.kept = append(m.kept, next)
	}
}

// Selective receive behind messages that the pattern does not match.
func selective(p params) work {
	unmatched := p["unmatched"]
	questions := make(chan chan<- message, 1)
	go answerAll(questions)
	asks, answers := make(chan int), make(chan int)
	own := &mailbox{in: make(chan message, unmatched+1)}
	for i := 1; i <= unmatched; i++ {
		own.in <- message{number: i}
	}
	go func() {
		isAnswer := func(m message) bool { return m.answer }
		for n := range asks {
			total := 0
			for ; n > 0; n-- {
				questions <- own.in
				total += own.receive(isAnswer).number
			}
			answers <- total
		}
	}()
	return func(n int) (result, error) {
		began := time.Now()
		asks <- n
		answer := <-answers
		return result{took: time.Since(began), answer: answer}, nil
	}
}

func answerAll(questions <-chan chan<- message) {
	for asker := range questions {
		asker <- message{answer: true, number: 1}
	}
}
