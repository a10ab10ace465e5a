export const joinedNote = 'This was changed elsewhere while you were offline. Both are here now.'

/** Calls `onJoined` when changes made offline were saved on top of changes by others. */
export function watchJoins(onJoined: () => void) {
  let wasOffline = false
  return {
    isOffline() {
      wasOffline = true
    },
    /** Each save is one revision, so a skipped revision is a change by somebody else. */
    isSaved(revision: number, from: number | undefined) {
      if (wasOffline && from !== undefined && revision > from + 1) onJoined()
      wasOffline = false
    },
  }
}
