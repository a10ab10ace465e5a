/** The result of one check. `doubtful` is a warning, `broken` an error; `open` was not checked or need not be. */
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

/** The name of an error, such as ECONNREFUSED, in brackets after a sentence. */
export const codeOf = (error: unknown) => {
  const { code, message } = error as NodeJS.ErrnoException
  return code ?? message
}
