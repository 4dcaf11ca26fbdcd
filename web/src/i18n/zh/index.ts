/** All texts. Pages load theirs in parts: see `LATER`. */
import account from './account'
import consoleTexts from './console'
import core from './core'
import play from './play'
import score from './score'

export default { ...core, ...play, account, console: consoleTexts, score }
