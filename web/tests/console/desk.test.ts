import { expect, it } from 'vitest'
import { ApiError } from '@/api/http'
import { deskFailure } from '@/console/useDesk'
import { failureText } from '@/game/errors'
import { needTexts } from '@/i18n'

it('says at the console whose cards are too few, and how many may be moved', async () => {
  await needTexts('console')
  const short = new ApiError('no_cards', 409, null, null, { cost: 5, available: 0 })
  expect(deskFailure(short)).toBe('房卡不够：要 5 张，这位玩家有 0 张')
  expect(failureText(short)).toBe('房卡不够：要 5 张，你有 0 张')
  expect(deskFailure(new ApiError('bad_request', 422, 'cards'))).toBe('张数要是整数，一次最多 1000000000 张')
  expect(deskFailure(new ApiError('bad_request', 422, 'text'))).toBe('填的内容不对，请检查')
  expect(deskFailure(new Error('gone'))).toBe(failureText(new Error('gone')))
})
