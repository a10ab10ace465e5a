import { CircleAlert, Undo2 } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Problem } from '#contract/refusals.ts'
import { type ToastText, useToast } from '#web/ui/notice/toast.tsx'
import { useReadAgain } from './read-again.ts'
import { createWriter, type Outcome, type WriteState, type WriteSteps } from './writer.ts'

type Options<Input, Answer> = Pick<WriteSteps<Input, Answer>, 'inTurn' | 'onDone'> & {
  /** What a toast says when it is done. */
  done?: (answer: Answer, input: Input) => string | ToastText | undefined
  /** Offered in that toast. `note` says what could not be undone. */
  undo?: (answer: Answer, input: Input) => Promise<{ problem?: Problem; note?: string }>
  /** At once, while the screen is being read again. */
  onAnswer?: (answer: Answer, input: Input) => void
  onProblem?: (problem: Problem, input: Input) => void
  /** For a refusal that has no place on the screen: a toast says it. */
  tellsProblem?: boolean
  /** It changes what stands around the page: a name, a picture, a role. */
  changesFrame?: boolean
  /** Nothing changes by it that the page has read, as by a trial: whoever sees the answer goes on at once. */
  keepsPage?: boolean
}

/**
 * The one way to change something from a page that stays: `send` asks the API, the rest is the same everywhere. Nothing
 * is sent twice, the screen is read again, and what was refused stays to be read in `problem`.
 */
export function useWrite<Input = void, Answer = unknown>(
  send: (input: Input) => Promise<Outcome<Answer>>,
  { inTurn, onDone, changesFrame, keepsPage, ...options }: Options<Input, Answer> = {},
) {
  const [state, setState] = useState<WriteState<Input>>({ underWay: [] })
  const readAgain = useReadAgain()
  const latest = useRef<WriteSteps<Input, Answer>>(null!)
  const [writer] = useState(() => createWriter(() => latest.current, setState))
  const onOutcome = useTellOutcome(options, writer.takeTurn)
  const steps = {
    ...{ send, inTurn, onOutcome, onDone },
    readAgain: async () => {
      if (!keepsPage) await readAgain(changesFrame ? 'frame' : 'page')
    },
  }
  latest.current = steps
  return { ...writer, ...state, isPending: state.underWay.length > 0 }
}

type Telling<Input, Answer> = Pick<Options<Input, Answer>, 'done' | 'undo' | 'onAnswer' | 'onProblem' | 'tellsProblem'>

function useTellOutcome<Input, Answer>(
  { done, undo, onAnswer, onProblem, tellsProblem }: Telling<Input, Answer>,
  takeTurn: ReturnType<typeof createWriter>['takeTurn'],
) {
  const showToast = useToast()
  const readAgain = useReadAgain()
  const tellProblem = ({ detail }: Problem) => showToast({ icon: CircleAlert, text: detail })

  async function takeBack(answer: Answer, input: Input) {
    const { problem, note } = (undo && (await takeTurn(() => undo(answer, input)))) ?? {}
    await readAgain()
    if (problem) tellProblem(problem)
    else if (note) showToast({ icon: Undo2, text: note })
  }

  return ({ answer, problem }: Outcome<Answer>, input: Input) => {
    if (problem && tellsProblem) tellProblem(problem)
    if (problem) onProblem?.(problem, input)
    if (answer === undefined) return
    const said = done?.(answer, input)
    const action = undo && { label: 'Undo', onAct: () => takeBack(answer, input) }
    if (said) showToast({ action, ...(typeof said === 'string' ? { text: said } : said) })
    onAnswer?.(answer, input)
  }
}
