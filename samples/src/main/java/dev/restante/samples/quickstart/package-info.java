/**
 * Quickstart: a web front end accepts jobs with a deadline, and a spike overloads the workers. Overdue jobs become dead
 * letters, and their customers get a mail. The application is killed half-way and started again. In the end every job
 * is accounted for exactly once.
 *
 * <p>Begin with {@link dev.restante.samples.quickstart.Quickstart}, the parent process that survives. Continue with
 * {@link dev.restante.samples.quickstart.DemoApplication}, the process that is killed. Its three parts are
 * {@link dev.restante.samples.quickstart.WebFrontEnd}, {@link dev.restante.samples.quickstart.Worker} and
 * {@link dev.restante.samples.quickstart.Bookkeeper}.
 */
@NullMarked
package dev.restante.samples.quickstart;

import org.jspecify.annotations.NullMarked;
