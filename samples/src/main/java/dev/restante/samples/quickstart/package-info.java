/**
 * The quickstart: a web front takes jobs with a deadline, workers under peek-lock cannot keep up with a spike, overdue
 * jobs arrive in the dead-letter queue and are answered by mail from there; the whole is killed half-way and started
 * again, and in the end every job is accounted for exactly once.
 *
 * <p>Read {@link dev.restante.samples.quickstart.Quickstart} first (the director, a process that survives), then
 * {@link dev.restante.samples.quickstart.Story} (the process that is killed) with its three parts:
 * {@link dev.restante.samples.quickstart.Front}, {@link dev.restante.samples.quickstart.Worker} and
 * {@link dev.restante.samples.quickstart.Bookkeeper}.
 */
@NullMarked
package dev.restante.samples.quickstart;

import org.jspecify.annotations.NullMarked;
