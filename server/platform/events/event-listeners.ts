import { type LiveEvent, mostAtOnce } from './read-events.ts'

export type EventTypes = ReadonlySet<string>

export type EventListener = {
  /**
   * Called with the types of committed events. Events of this process arrive before the caller gets its answer; events
   * of other processes arrive later.
   */
  onChange?(types: EventTypes): void
  onEvent?(event: LiveEvent): void
  /** Called instead of `onEvent` if one reading finds more than `mostAtOnce` events. */
  onTooMuch?(): void
  onSessionChange?(subject: string): void
}

export function createEventListeners() {
  const ofWorkspaces = new Map<string, Set<EventListener>>()
  const ofAll = new Set<(workspaceId: string, types: EventTypes) => void>()
  const of = (workspaceId: string) => ofWorkspaces.get(workspaceId) ?? []

  return {
    subscribe(workspaceId: string, listener: EventListener): () => void {
      const some = ofWorkspaces.get(workspaceId) ?? new Set()
      ofWorkspaces.set(workspaceId, some.add(listener))
      return () => {
        some.delete(listener)
        if (some.size === 0 && ofWorkspaces.get(workspaceId) === some) ofWorkspaces.delete(workspaceId)
      }
    },
    onChange(listen: (workspaceId: string, types: EventTypes) => void): () => void {
      ofAll.add(listen)
      return () => void ofAll.delete(listen)
    },
    count: (workspaceId: string) => ofWorkspaces.get(workspaceId)?.size ?? 0,
    hasStreams: (workspaceId: string) => [...of(workspaceId)].some(({ onEvent }) => onEvent),
    tellChange(workspaceId: string, types: EventTypes) {
      for (const listen of ofAll) listen(workspaceId, types)
      for (const { onChange } of of(workspaceId)) onChange?.(types)
    },
    tellEvents(workspaceId: string, events: LiveEvent[]) {
      for (const listener of of(workspaceId)) {
        if (events.length > mostAtOnce) listener.onTooMuch?.()
        else for (const event of events) listener.onEvent?.(event)
      }
    },
    tellSessionChange(subject: string) {
      for (const some of ofWorkspaces.values()) for (const { onSessionChange } of some) onSessionChange?.(subject)
    },
  }
}

export type EventListeners = ReturnType<typeof createEventListeners>
