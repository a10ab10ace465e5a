import { useEffect, useRef, useState } from 'react'
import { beforeSignOut } from '#web/lib/kept/before-sign-out.ts'
import { findLeft, type KeptWork, openKept } from '#web/lib/kept/kept-work.ts'
import { joinedNote } from '#web/lib/network/joined.ts'
import { randomKey } from '#web/lib/write/ask.ts'
import { useToast } from '#web/ui/notice/toast.tsx'
import { createSaver, type Save, type SaveOutcome, type SaverOptions, type SaveState, type Unsaved } from './saver.ts'

export type OpenConflict = {
  left?: object
  isPutOff: boolean
  isWanted: boolean
}

type SavingOptions<Changes extends object, Saved, Edited, Conflict> = SenderOptions<Changes, Saved, Edited> &
  Pick<SaverOptions<Changes, Saved>, 'readChanges' | 'onSaved' | 'onFaults'> & {
    revision: number | undefined
    placeOf: (id: string | undefined) => string
    onSend?: (save: Save<Changes>) => void
    askAbout: (conflict?: Conflict & { isWanted: boolean }) => Promise<void>
    recoverUnsaved: ((left: KeptWork<Unsaved<Changes>>) => Promise<unknown>) | undefined
  }

export function useSaving<
  Changes extends object,
  Saved extends { id: string; revision: number },
  Edited,
  Conflict extends OpenConflict,
>(options: SavingOptions<Changes, Saved, Edited, Conflict>) {
  const { placeOf, askAbout, recoverUnsaved, onSend } = options
  const showToast = useToast()
  const [state, setState] = useState<SaveState>({ is: 'saved' })
  const [conflict, setConflict] = useState<Conflict>()
  const kept = useRef<ReturnType<typeof openKept<Unsaved<Changes>>>>(undefined)

  function openPlace(id: string | undefined) {
    kept.current?.keep(null)
    kept.current?.close()
    kept.current = openKept(placeOf(id))
  }

  const [sender] = useState(() =>
    createSender<Changes, Saved, Edited>({
      ...options,
      onCreated(saved) {
        openPlace(saved.id)
        options.onCreated(saved)
      },
    }),
  )

  const [saver] = useState(() =>
    createSaver<Changes, Saved>(
      {
        ...options,
        send(save) {
          onSend?.(save)
          return sender.save(save)
        },
        keep: (unsaved) => kept.current?.keep(unsaved),
        onState: setState,
        onConflict: () => void askAbout(),
        onJoined: () => showToast({ text: joinedNote }),
      },
      options.revision,
    ),
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the text of the page
  useEffect(() => {
    openPlace(options.id)
    if (recoverUnsaved)
      findLeft<Unsaved<Changes>>(placeOf(options.id)).then(async (all) => {
        for (const left of all) await recoverUnsaved(left)
      })
    const stay = beforeSignOut(saver.flush)
    window.addEventListener('pagehide', saver.keepNow)
    window.addEventListener('online', saver.flush)
    return () => {
      stay()
      window.removeEventListener('pagehide', saver.keepNow)
      window.removeEventListener('online', saver.flush)
      saver.leave()
      kept.current?.close()
    }
  }, [])

  // Shows the question about the conflict again. Saves first, because both texts may have changed since the question
  // was closed.
  async function askAgain() {
    if (!conflict) return
    await saver.flush()
    await askAbout({ ...conflict, isWanted: true })
  }

  return {
    ...{ saver, sender, state, conflict, setConflict, askAgain },
    putOff: () => setConflict((open) => open && { ...open, isPutOff: true, isWanted: false }),
    async flushOrAsk(): Promise<boolean> {
      if (!conflict) return saver.flush()
      await askAgain()
      return false
    },
  }
}

type SenderOptions<Changes, Saved, Edited> = {
  id: string | undefined
  create: (changes: Changes, idempotencyKey: string) => Promise<SaveOutcome<Saved>>
  change: (id: string, save: Save<Changes>) => Promise<SaveOutcome<Saved>>
  read: (id: string) => Promise<Edited | undefined>
  onCreated: (saved: Saved) => void
}

function createSender<Changes extends object, Saved extends { id: string; revision: number }, Edited>(
  options: SenderOptions<Changes, Saved, Edited>,
) {
  let { id } = options
  let creation: { changes: Changes; key: string } | undefined

  const save = ({ base, changes }: Save<Changes>) =>
    id === undefined ? create(changes) : options.change(id, { base, changes })

  /** Creates the text on the server. If the answer was lost, repeats the same request with the same key. */
  async function create(changes: Changes): Promise<SaveOutcome<Saved>> {
    creation ??= { changes, key: randomKey() }
    const { answer, problem } = await options.create(creation.changes, creation.key)
    const isFirst = creation.changes === changes
    // The server refused the request and created nothing, so the next attempt can send other changes.
    if (problem && problem.status !== 0 && problem.status < 500) creation = undefined
    if (!answer) return { problem }
    id = answer.id
    options.onCreated(answer)
    return isFirst ? { answer } : save({ base: answer.revision, changes })
  }

  /** Saves the stored work of a closed page: first the save that had no answer, then the later changes. */
  async function saveLeft({ base, changes, sent }: Unsaved<Changes>): Promise<SaveOutcome<Saved>> {
    const first = sent && (await save(sent))
    if (first && (!first.answer || Object.keys(changes).length === 0)) return first
    // Each save increases the revision by one. A higher revision includes changes by other people. Then the later
    // changes keep the old base, so that the server can detect conflicts.
    const isOwn = first?.answer && sent?.base !== undefined && first.answer.revision <= sent.base + 1
    return save({ base: isOwn ? first!.answer!.revision : base, changes })
  }

  return { save, saveLeft, id: () => id, readNow: async () => (id === undefined ? undefined : options.read(id)) }
}
