import { useCallback, useEffect, useState } from 'react'
import type { Problem } from '#contract/refusals.ts'
import type { endMemberSession, endMemberSessions, listMemberSessions } from '#contract/workspace/session.ts'
import { DeviceList, type DeviceSession } from '#web/lib/devices/device-list.tsx'
import { fullName } from '#web/lib/words/full-name.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Spinner } from '#web/ui/mark/spinner.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/overlay/dialog.tsx'
import type { Member } from './members.ts'

export function MemberDevices({ open, member, onClose }: { open: boolean; member: Member; onClose: () => void }) {
  const { sessions, problem: unread, read } = useSessions(member.id, open)
  const params = { id: member.id }
  const one = useWrite(
    (sessionId: string) =>
      ask<typeof endMemberSession>('DELETE', '/api/v1/members/:id/sessions/:sessionId', {
        params: { ...params, sessionId },
        waits: true,
      }),
    { inTurn: true, keepsPage: true, onDone: read },
  )
  const all = useWrite(
    () => ask<typeof endMemberSessions>('DELETE', '/api/v1/members/:id/sessions', { params, waits: true }),
    { keepsPage: true, onDone: read, done: () => `${fullName(member)} is signed out of all devices` },
  )
  const problem = one.problem ?? all.problem ?? unread
  const others = sessions?.filter(({ isCurrent }) => !isCurrent) ?? []
  return (
    <Dialog open={open} onClose={onClose} title={`Devices of ${fullName(member)}`}>
      <DialogBody>
        {problem && <Banner tone="danger">{problem.detail}</Banner>}
        {sessions?.length === 0 && <p className="text-ink-2">{fullName(member)} is not signed in anywhere.</p>}
        {sessions && sessions.length > 0 && (
          <DeviceList sessions={sessions} isEnding={(id) => one.underWay.includes(id)} onEnd={one.write} />
        )}
        {!sessions && !problem && (
          <p role="status" className="flex items-center gap-2 text-ink-3">
            <Spinner />
            Loading devices
          </p>
        )}
      </DialogBody>
      <DialogFooter>
        {others.length > 0 && (
          <Button variant="danger" busy={all.isPending} onClick={() => all.write()}>
            {others.length < (sessions?.length ?? 0) ? 'Sign out of all other devices' : 'Sign out of all devices'}
          </Button>
        )}
        <Button onClick={onClose}>Close</Button>
      </DialogFooter>
    </Dialog>
  )
}

function useSessions(id: string, isWanted: boolean) {
  const [state, setState] = useState<{ sessions?: DeviceSession[]; problem?: Problem }>({})
  const read = useCallback(async () => {
    const { answer, problem } = await ask<typeof listMemberSessions>('GET', '/api/v1/members/:id/sessions', {
      params: { id },
    })
    setState((known) => (answer ? { sessions: answer.items } : { ...known, ...(problem && { problem }) }))
  }, [id])
  useEffect(() => {
    setState({})
    if (isWanted) void read()
  }, [isWanted, read])
  return { ...state, read }
}
