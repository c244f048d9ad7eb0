// The long tasks of a page with the processor time of each, from Chromium's trace. A task's duration contains the time
// in which another program had the processor; its processor time does not.

/** Milliseconds; shorter tasks are not kept. */
const LEAST_MS = 20;
/** Ten minutes of tasks. */
const BUFFER_KB = 2_000_000;

/**
 * Records the tasks of all pages of a browser until the returned function is called.
 * @returns {Promise<() => Promise<{ ms: number, processorMs: number }[]>>} tasks of the pages' main threads
 */
export async function recordPageTasks(browser) {
  const session = await browser.newBrowserCDPSession();
  const tasks = [];
  const mainThreads = new Set();
  session.on('Tracing.dataCollected', ({ value }) => {
    for (const { ph, name, pid, tid, args, dur, tdur } of value) {
      const thread = `${pid} ${tid}`;
      if (ph === 'M' && name === 'thread_name' && args.name === 'CrRendererMain') mainThreads.add(thread);
      if (ph === 'X' && name.endsWith('RunTask') && dur >= LEAST_MS * 1000)
        tasks.push({ thread, ms: dur / 1000, processorMs: (tdur ?? dur) / 1000 });
    }
  });
  const complete = new Promise((resolve) => session.on('Tracing.tracingComplete', resolve));
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      recordMode: 'recordUntilFull',
      traceBufferSizeInKb: BUFFER_KB,
      includedCategories: ['toplevel'],
      excludedCategories: ['*'],
    },
  });
  return async () => {
    await session.send('Tracing.end');
    const { dataLossOccurred } = await complete;
    if (dataLossOccurred) throw new Error('Chromium lost a part of the trace: measure a shorter time.');
    await session.detach();
    return tasks
      .filter(({ thread }) => mainThreads.has(thread))
      .map(({ ms, processorMs }) => ({ ms, processorMs }));
  };
}
