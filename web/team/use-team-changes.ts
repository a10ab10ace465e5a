import { useEffect } from 'react'
import { useFetcher } from 'react-router'
import { useToast } from '#web/ui/notice/toast.tsx'
import type { TeamAnswer } from './change-team.ts'

/** Sends changes of members; what is done is told in a toast, what is refused stays to be read. */
export function useTeamChanges() {
  const { data, formData, submit } = useFetcher<TeamAnswer>()
  const showToast = useToast()

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer
  useEffect(() => {
    if (data?.done) showToast({ text: data.done })
  }, [data?.at])

  return {
    answer: data,
    /** What is on its way to the server, to be shown already. */
    sent: formData && (Object.fromEntries(formData) as Record<string, string>),
    send: (change: Record<string, string>) => submit(change, { method: 'post' }),
  }
}

export type TeamChanges = ReturnType<typeof useTeamChanges>
