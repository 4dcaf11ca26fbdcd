import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fetchTicket } from '@/link/ticket'

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

beforeEach(() => {
  vi.useFakeTimers()
  calls = []
  heard = []
  end = new AbortController()
  fetchTicket(
    (signal) => new Promise((done, failed) => calls.push({ signal, done, failed })),
    end.signal,
  ).then(
    (ticket) => heard.push(ticket),
    (failure: Error) => heard.push(`failed: ${failure.message}`),
  )
})

afterEach(() => {
  vi.useRealTimers()
})

it('makes one call, if it is answered soon', async () => {
  await pass(799)
  calls[0]?.done('one')
  await pass(60_000)
  expect([heard, calls.length]).toEqual([['one'], 1])
})

it('makes another call beside one that hangs, and ends all when one is answered', async () => {
  await pass(800)
  expect(open()).toEqual([true, true])
  calls[1]?.done('two')
  await pass(0)
  expect([heard, open()]).toEqual([['two'], [false, false]])
  calls[0]?.failed(new Error('aborted'))
  await pass(60_000)
  expect([heard, calls.length]).toEqual([['two'], 2])
})

it('has no more than four calls', async () => {
  await pass(60_000)
  expect(open()).toEqual([true, true, true, true])
})

it('takes the first failure for the answer', async () => {
  await pass(800)
  calls[0]?.failed(new Error('no network'))
  await pass(60_000)
  expect([heard, open()]).toEqual([['failed: no network'], [false, false]])
})

it('ends with its signal and says nothing more', async () => {
  end.abort()
  calls[0]?.done('late')
  await pass(60_000)
  expect([heard, open()]).toEqual([[], [false]])
})
