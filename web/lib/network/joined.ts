export const joinedNote = 'This was changed elsewhere while you were offline. Both are here now.'

/** Reports when waiting changes were saved on top of changes by others. */
export function watchJoins(onJoined: () => void) {
  let wasOffline = false
  return {
    isOffline() {
      wasOffline = true
    },
    /** Each save is one revision, so skipped revisions are by somebody else. */
    isSaved(revision: number, from: number | undefined) {
      if (wasOffline && from !== undefined && revision > from + 1) onJoined()
      wasOffline = false
    },
  }
}
