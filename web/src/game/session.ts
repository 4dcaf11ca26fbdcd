/** A room as the screens see it: the view, the connection and what may be done. */
import { shallowRef, type ShallowRef } from 'vue'
import { api } from '@/api/http'
import { randomHex } from '@/api/ids'
import type { Act, Frame, HandAction, RoomAction, RoomView } from '@/api/protocol.gen'
import { RoomLink, type LinkState } from '@/link/socket'

/** One change of the view. `late` if it is catching up and no news. */
export interface Step {
  before: RoomView | null
  view: RoomView
  frame: Frame | null
  late: boolean
}

export type Listener = (step: Step) => void

export interface Session {
  readonly view: ShallowRef<RoomView | null>
  readonly state: ShallowRef<LinkState>
  /** The decision that has been answered and waits for its frame. */
  readonly answered: ShallowRef<number | null>
  /** Server time now, ms. */
  now(): number
  /** Answers the open decision; a second answer to the same one is not sent. */
  decide(action: HandAction): void
  /** Resolves with null when it is done, or with the code of the refusal. */
  act(action: RoomAction): Promise<string | null>
  /** The deal of the hand in play, once: for as long as nobody has taken it, and never if it was not seen live. */
  takeDeal(): Step | null
  /** Called with every step until the returned function is. */
  onStep(listener: Listener): () => void
  /** Takes the seat back, or tries to connect now. */
  resume(): void
  stop(): void
}

const APP = 'web/1'

/** A hand begins before one's eyes. */
function isDeal({ before, view, late }: Step): boolean {
  if (late || view.hand === null || view.phase !== 'playing') return false
  return before?.hand?.number !== view.hand.number || before.match !== view.match
}

/** Ready (or not), with sixteen bytes of our own randomness for the deal. */
export function readyAction(ready: boolean): RoomAction {
  return { type: 'ready', client_seed: randomHex(16), ready }
}

function socketUrl(): string {
  const scheme = window.location.protocol === 'https:' ? 'wss:' : 'ws:'
  return `${scheme}//${window.location.host}/ws`
}

/** Connects to a room that this player is a member of. `refused` is called with the code of every refused action. */
export function openSession(room: string, refused: (code: string) => void): Session {
  const view = shallowRef<RoomView | null>(null)
  const state = shallowRef<LinkState>('connecting')
  const answered = shallowRef<number | null>(null)
  const listeners = new Set<Listener>()
  let deal: Step | null = null
  const asked: { action: RoomAction; done: (code: string | null) => void }[] = []

  function changed(now: RoomView, frame: Frame | null, late: boolean): void {
    const before = view.value
    view.value = now
    if (now.decision?.id !== answered.value) answered.value = null
    const step = { before, view: now, frame, late }
    if (isDeal(step)) deal = step
    else if (now.phase !== 'playing') deal = null
    listeners.forEach((listener) => listener(step))
  }

  function concluded(act: Act, code: string | null): void {
    const at = asked.findIndex(({ action }) => action === act.action)
    if (at >= 0) asked.splice(at, 1)[0]?.done(code)
    if (code === null) return
    if (act.decision === answered.value) answered.value = null
    refused(code)
  }

  const link = new RoomLink({
    url: socketUrl(),
    room,
    app: APP,
    ticket: async () => (await api.ticket()).ticket,
    handlers: {
      state: (now) => (state.value = now),
      view: changed,
      answered: concluded,
      newBuild: () => {
        if (view.value?.phase !== 'playing') window.location.reload()
      },
    },
  })
  link.start()

  return {
    view,
    state,
    answered,
    now: () => Date.now() + link.clock.offset,
    decide(action) {
      const id = view.value?.decision?.id
      if (id === undefined || answered.value === id) return
      answered.value = id
      link.act(action, id)
    },
    act(action) {
      return new Promise((done) => {
        asked.push({ action, done })
        link.act(action, null)
      })
    },
    takeDeal() {
      const taken = deal
      deal = null
      return taken
    },
    onStep(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    resume: () => link.resume(),
    stop: () => link.stop(),
  }
}
