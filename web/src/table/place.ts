import type { CSSProperties } from 'vue'
import type { Box, Spot } from '@/layout/layout'

export const boxStyle = ({ x, y, w, h }: Box): CSSProperties => ({
  left: `${x}px`,
  top: `${y}px`,
  width: `${w}px`,
  height: `${h}px`,
})

export const spotStyle = ({ x, y }: Spot): CSSProperties => ({ left: `${x}px`, top: `${y}px` })
