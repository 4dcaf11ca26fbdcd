import { describe, expect, it } from 'vitest'
import type { RoomView, VoteEndView } from '@/api/protocol.gen'
import { abstainedText, departedTexts, newsOf } from '@/game/news'
import { roomView } from '../fixtures'

const VOTE = { proposer: 1, until: 60_000, answers: [null, true, null, null] }
const ended = (change: Partial<VoteEndView>): RoomView =>
  roomView({ vote_end: { proposer: 1, agreed: false, refused: [], silent: [], ...change } })
const news = (after: RoomView): string[] => newsOf(roomView({ vote: VOTE }), after)

describe('the end of a vote', () => {
  it.each([
    ['who says no', { refused: [2] }, '老张不同意解散，接着打'],
    ['a proposer who changes their mind', { refused: [1] }, '川妹子收回了解散，接着打'],
    ['who does not answer', { silent: [0, 2] }, '阿勇 和 老张没有回答，没有解散，接着打'],
  ])('names %s', (_, change, text) => {
    expect(news(ended(change))).toEqual([text])
  })

  it('is news once, and only to a page that has seen the vote', () => {
    const after = ended({ refused: [2] })
    expect(newsOf(after, after)).toEqual([])
    expect(newsOf(null, after)).toEqual([])
    expect(news(roomView({ vote: VOTE }))).toEqual([])
  })

  it('says nothing at a table that is dissolved: the ranking names who abstained', () => {
    const after = ended({ agreed: true, silent: [2] })
    expect(news(after)).toEqual([])
    expect(abstainedText(after)).toBe('老张没有回答，算弃权')
    expect(abstainedText(ended({ agreed: true }))).toBe('')
    expect(abstainedText(ended({ silent: [2] }))).toBe('')
    expect(abstainedText(roomView())).toBe('')
  })
})

describe('a lost seat', () => {
  const gone = (...names: string[]): RoomView =>
    roomView({ departed: names.map((name) => ({ name, why: name === '丙' ? 'removed' : 'away' })) })

  it('is news with its reason', () => {
    expect(newsOf(gone('乙'), gone('乙', '丙'))).toEqual(['丙被房主请走了'])
    expect(newsOf(gone(), gone('乙'))).toEqual(['乙离线太久，座位空出来了'])
  })

  it('and a vote may be missing in the view of an older server', () => {
    const { departed, vote_end, ...older } = roomView({ departed: [{ name: '乙', why: 'away' }] })
    expect([departed.length, vote_end]).toEqual([1, null])
    expect(departedTexts(older as RoomView)).toEqual([])
    expect(newsOf(roomView({ vote: VOTE }), older as RoomView)).toEqual([])
  })
})

describe('a hand that the server gives up', () => {
  const voided = (count: number, more: Partial<RoomView> = {}): RoomView =>
    roomView({ voided: count, ...more })

  it('is news once, and the end of the room says so itself', () => {
    expect(newsOf(voided(0), voided(1))).toEqual(['服务器出了错，这一局不算，重新发牌'])
    expect(newsOf(voided(1), voided(1))).toEqual([])
    expect(newsOf(voided(2), voided(3, { phase: 'dissolved' }))).toEqual([])
  })

  it('may be missing in the view of an older server', () => {
    const { voided: none, ...older } = roomView()
    expect(none).toBe(0)
    expect(newsOf(older as RoomView, older as RoomView)).toEqual([])
  })
})
