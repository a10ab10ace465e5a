/** Said once what waited for a connection is joined with what came in between. */
export const joinedNote = 'This was changed elsewhere while you were offline. Both are here now.'

/** Tells when what waited for a connection was saved on top of what others wrote meanwhile. */
export function watchJoins(onJoined: () => void) {
  let wasOffline = false
  return {
    isOffline() {
      wasOffline = true
    },
    /** Each save is the next revision, so what was skipped is somebody else's. */
    isSaved(revision: number, from: number | undefined) {
      if (wasOffline && from !== undefined && revision > from + 1) onJoined()
      wasOffline = false
    },
  }
}
