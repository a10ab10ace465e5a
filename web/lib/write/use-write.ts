import { CircleAlert, Undo2 } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Problem } from '#contract/refusals.ts'
import { type ToastText, useToast } from '#web/ui/notice/toast.tsx'
import { useReadAgain } from './read-again.ts'
import { createWriter, type Outcome, type WriteState, type WriteSteps } from './writer.ts'

type Options<Input, Answer> = Pick<WriteSteps<Input, Answer>, 'inTurn' | 'onDone'> & {
  done?: (answer: Answer, input: Input) => string | ToastText | undefined
  /** Adds Undo to the toast of `done`. `note` says what could not be undone. */
  undo?: (answer: Answer, input: Input) => Promise<{ problem?: Problem; note?: string }>
  onAnswer?: (answer: Answer, input: Input) => void
  /** The page is reloaded after it has ended. */
  onProblem?: (problem: Problem, input: Input) => void | Promise<void>
  /** Shows a refusal as a toast, for screens that have no other place for the message. */
  tellsProblem?: boolean
  changesFrame?: boolean
  /** Does not reload the page, because the call changes none of its data. An example is a dry run. */
  keepsPage?: boolean
}

/**
 * Returns a function that sends a change, and its state. By default, ignores a second change while the first one is
 * pending. `problem` is the last refusal.
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
    send,
    inTurn,
    onOutcome,
    onDone,
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
    const following = problem && onProblem?.(problem, input)
    if (answer === undefined) return following
    const toast = done?.(answer, input)
    const action = undo && { label: 'Undo', onAct: () => takeBack(answer, input) }
    if (toast) showToast({ action, ...(typeof toast === 'string' ? { text: toast } : toast) })
    onAnswer?.(answer, input)
  }
}
