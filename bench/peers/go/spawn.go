package main

import (
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

// Starting actors that wait, and what they weigh.
func spawn(p params) work {
	count := p["count"]
	return func(int) (result, error) {
		if err := fits(count); err != nil {
			return result{}, err
		}
		mailboxes := make([]chan int, count)
		before := held()
		began := time.Now()
		all := startIdle(mailboxes)
		took := time.Since(began)
		heap, rss := held()-before, memoryLine("/proc/self/status", "VmRSS:")
		answer := int(atomic.LoadInt64(&all.started))
		all.stop(mailboxes)
		return result{took, answer, fmt.Sprintf(" heap=%d rss=%d", heap, rss)}, nil
	}
}

type idlers struct {
	started   int64
	received  int64
	remaining sync.WaitGroup
}

// Returns when all have started.
func startIdle(mailboxes []chan int) *idlers {
	all := &idlers{}
	all.remaining.Add(len(mailboxes))
	started := make(chan struct{})
	last := int64(len(mailboxes))
	for i := range mailboxes {
		mailbox, index := make(chan int, 1), i
		mailboxes[i] = mailbox
		go func() {
			if atomic.AddInt64(&all.started, 1) == last {
				close(started)
			}
			atomic.AddInt64(&all.received, int64(<-mailbox+index))
			all.remaining.Done()
		}()
	}
	<-started
	return all
}

func (all *idlers) stop(mailboxes []chan int) {
	for _, mailbox := range mailboxes {
		mailbox <- 1
	}
	all.remaining.Wait()
}

// Bytes of the heap after full collections, with the stacks, which Go counts apart.
func held() int {
	runtime.GC()
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return int(stats.HeapAlloc + stats.StackInuse)
}

// Asking the system for more than there is would end the whole program, or another one: so a few are weighed first.
func fits(count int) error {
	few := make([]chan int, 10000)
	before := held()
	all := startIdle(few)
	each := (held() - before) / len(few)
	all.stop(few)
	free := memoryLine("/proc/meminfo", "MemAvailable:")
	if free > 0 && each*count > free {
		return fmt.Errorf("%d goroutines of %d bytes do not fit into the %d MiB that are free", count, each, free>>20)
	}
	return nil
}
