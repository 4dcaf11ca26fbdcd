import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fetchTicket, MOST_CALLS } from '@/link/ticket'

interface Call {
  signal: AbortSignal
  done(ticket: string): void
  failed(failure: Error): void
}

let calls: Call[]
let end: AbortController
let heard: string[]
const open = (): boolean[] => calls.map(({ signal }) => !signal.aborted)
const pass = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms)

function ask(most: number = MOST_CALLS): void {
  fetchTicket(
    (signal) => new Promise((done, failed) => calls.push({ signal, done, failed })),
    end.signal,
    most,
  ).then(
    (ticket) => heard.push(ticket),
    (failure: Error) => heard.push(`failed: ${failure.message}`),
  )
}

beforeEach(() => {
  vi.useFakeTimers()
  calls = []
  heard = []
  end = new AbortController()
})

afterEach(() => {
  vi.useRealTimers()
})

it('makes one call, if it is answered soon', async () => {
  ask()
  await pass(599)
  calls[0]?.done('one')
  await pass(60_000)
  expect([heard, calls.length]).toEqual([['one'], 1])
})

it('makes another call beside one that hangs, and ends all when one is answered', async () => {
  ask()
  await pass(600)
  expect(open()).toEqual([true, true])
  calls[1]?.done('two')
  await pass(0)
  expect([heard, open()]).toEqual([['two'], [false, false]])
  calls[0]?.failed(new Error('aborted'))
  await pass(60_000)
  expect([heard, calls.length]).toEqual([['two'], 2])
})

it('has three calls at a time and seven in all, so that one gets a new connection', async () => {
  ask()
  await pass(1_800)
  expect(open()).toEqual([false, true, true, true])
  calls[0]?.failed(new Error('aborted'))
  await pass(60_000)
  expect(open()).toEqual([false, false, false, false, true, true, true])
  calls[6]?.done('seven')
  await pass(0)
  expect(heard).toEqual(['seven'])
})

it('makes no more calls than it may', async () => {
  ask(1)
  await pass(60_000)
  expect(open()).toEqual([true])
})

it('takes the first failure for the answer', async () => {
  ask()
  await pass(600)
  calls[0]?.failed(new Error('no network'))
  await pass(60_000)
  expect([heard, open()]).toEqual([['failed: no network'], [false, false]])
})

it('ends with its signal and says nothing more', async () => {
  ask()
  end.abort()
  calls[0]?.done('late')
  await pass(60_000)
  expect([heard, open()]).toEqual([[], [false]])
})
