import { useEffect, useRef, useSyncExternalStore } from 'react'
import { createListeners } from '#web/ui/listeners.ts'
import type { IconShape } from '#web/ui/mark/icon.tsx'

export type Command = {
  label: string
  /** What tells the command from others with the same label. */
  detail?: string
  group?: string
  icon?: IconShape
  words?: string
  href?: string
  run?: () => void
}

export function useCommands(commands: Command[]) {
  const latest = useRef(commands)
  latest.current = commands
  const signature = commands.map(({ label, group, href }) => [label, group, href].join('\t')).join('\n')

  // biome-ignore lint/correctness/useExhaustiveDependencies: the signature stands for the commands, whose functions change at every render
  useEffect(() => {
    const added: Command[] = latest.current.map((command, index) => ({
      ...command,
      run: command.run && (() => latest.current[index]?.run?.()),
    }))
    change([...added, ...registered])
    return () => change(registered.filter((command) => !added.includes(command)))
  }, [signature])
}

export const useRegisteredCommands = () => useSyncExternalStore(subscribe, readRegistered, () => none)

const none: Command[] = []
let registered = none
const { subscribe, tell } = createListeners()
const readRegistered = () => registered

function change(next: Command[]) {
  registered = next
  tell()
}
