import { errorCode } from '#server/platform/error-code.ts'
import { describeError } from '#server/platform/log.ts'

/** The result of one check. `doubtful`: a warning. `broken`: an error. `open`: not checked, or no check needed. */
export type Finding = {
  state: 'well' | 'doubtful' | 'broken' | 'open'
  text: string
  remedy?: string[]
}

const marks: Record<Finding['state'], string> = { well: '✓', doubtful: '!', broken: '✗', open: '-' }

const finding =
  (state: Finding['state']) =>
  (text: string, remedy: string[] = []): Finding => ({ state, text, remedy })

export const well = finding('well')
export const doubtful = finding('doubtful')
export const broken = finding('broken')
export const open = finding('open')

export const drawFinding = ({ state, text, remedy = [] }: Finding) =>
  [`${marks[state]} ${text}`, ...remedy.map((line) => `    ${line}`)].join('\n')

export const isBroken = ({ state }: Finding) => state === 'broken'

export const codeOf = (error: unknown) => errorCode(error) ?? describeError(error).message
