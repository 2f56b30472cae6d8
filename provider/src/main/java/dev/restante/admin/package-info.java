/**
 * Administration API of a store: queues, topics, messages, transactions, statistics and nodes.
 *
 * <ul>
 *   <li>{@link dev.restante.admin.RestanteAdmin} is the entry, and returns an object for each subject, named {@code
 *       …Admin}.
 *   <li>Types named {@code …Options} and {@code …Filter} are arguments.
 *   <li>Types named {@code …Description}, {@code …Statistics} and {@code …Result} are values that calls return.
 *   <li>Types named {@code …MXBean} are the interfaces of the MBeans.
 * </ul>
 */
@NullMarked
package dev.restante.admin;

import org.jspecify.annotations.NullMarked;
