import { useRef, useState } from 'react'

export function useSelection(ids: string[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const anchor = useRef<string>(undefined)
  const selected = new Set(ids.filter((id) => chosen.has(id)))

  function toggle(id: string) {
    anchor.current = id
    const next = new Set(selected)
    if (!next.delete(id)) next.add(id)
    setChosen(next)
  }

  function selectTo(id: string) {
    const [from, to] = [ids.indexOf(anchor.current ?? id), ids.indexOf(id)]
    const range = from < 0 ? [id] : ids.slice(Math.min(from, to), Math.max(from, to) + 1)
    setChosen(new Set([...selected, ...range]))
  }

  return {
    selected,
    toggle,
    selectTo,
    toggleAll: () => setChosen(new Set(selected.size === ids.length ? [] : ids)),
    clear: () => setChosen(new Set()),
  }
}
