import { vi } from 'vitest'

/** A request as the server gets it. */
export interface Asked {
  method: string
  path: string
  body: unknown
  headers: Headers
}

/** An answer that is not a JSON document with status 200. */
export interface Answer {
  status: number
  text: string
}

export const refusal = (status: number, error: object): Answer => ({
  status,
  text: JSON.stringify({ error }),
})

type Served = undefined | object | ((asked: Asked) => object | Promise<object>)

const isAnswer = (served: object): served is Answer => 'status' in served && 'text' in served

/**
 * Stands in for the server's HTTP side until the globals are restored. Answers by `METHOD path`; what is not listed
 * fails as it does without a network. Returns what was asked so far; the answers may be changed later.
 */
export function serve(answers: Record<string, Served>): Asked[] {
  const asked: Asked[] = []
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body, headers }: RequestInit = {}) => {
    const request = {
      method,
      path,
      body: typeof body === 'string' ? (JSON.parse(body) as unknown) : undefined,
      headers: new Headers(headers),
    }
    asked.push(request)
    const served = answers[`${method} ${path}`]
    if (served === undefined) throw new TypeError('Failed to fetch')
    const answer = typeof served === 'function' ? await (served as (asked: Asked) => object)(request) : served
    if (isAnswer(answer)) return new Response(answer.text, { status: answer.status })
    return new Response(JSON.stringify(answer), { status: 200 })
  })
  return asked
}

/** The requests as `METHOD path`. */
export const lines = (asked: readonly Asked[]): string[] =>
  asked.map(({ method, path }) => `${method} ${path}`)
