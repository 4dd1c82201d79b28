// SPDX-License-Identifier: GPL-3.0-or-later

import ESpeakNG
import Glibc
import Speech
import TestSupport

/// The one thread of the test process that speaks to eSpeak NG. What is marked with it runs there.
@globalActor actor SpeechThread {
  static let shared = SpeechThread()
  private static let executor = ThreadExecutor()

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    Self.executor.asUnownedSerialExecutor()
  }
}

/// Runs jobs on one thread of its own.
// The jobs are under the mutex; the semaphore is the system's own.
private final class ThreadExecutor: SerialExecutor, @unchecked Sendable {
  private let jobs = Watched<[UnownedJob]>([])
  private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

  init() {
    sem_init(semaphore, 0, 0)
    var thread = pthread_t()
    let context = Unmanaged.passRetained(self).toOpaque()
    let status = pthread_create(&thread, nil, serveJobs, context)
    precondition(status == 0, "no thread for the voice")
    pthread_detach(thread)
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.with { $0.append(job) }
    sem_post(semaphore)
  }

  func serve() {
    while true {
      while sem_wait(semaphore) != 0 {}
      let job = jobs.with { $0.isEmpty ? nil : $0.removeFirst() }
      job?.runSynchronously(on: asUnownedSerialExecutor())
    }
  }
}

private nonisolated func serveJobs(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?
{
  if let context { Unmanaged<ThreadExecutor>.fromOpaque(context).takeUnretainedValue().serve() }
  return nil
}

/// A synthesizer of this voice, on the speech thread. There can be one at a time.
@SpeechThread
func makeVoice(_ name: String, folder: String = voicesFolder) throws -> any SpeechSynthesizer {
  try ESpeakVoices(voice: name, voicesFolder: Array(folder.utf8)).make()
}

/// The `Voices` folder of this checkout.
private let voicesFolder =
  #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 } + "/Voices"
