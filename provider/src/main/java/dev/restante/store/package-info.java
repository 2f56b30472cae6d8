/**
 * Ports of the persistence layer: the interfaces through which the broker reads and changes the store. Each call of a
 * repository is a transaction of its own, unless its comment says otherwise.
 *
 * <ul>
 *   <li>{@link dev.restante.store.Store} is the entry: it returns the repositories, readers and writers.
 *   <li>{@link dev.restante.store.Change} lists all changes of messages. An {@link dev.restante.store.Operation} is
 *       a list of them that takes effect together, and {@link dev.restante.store.commit} writes operations in
 *       batches.
 *   <li>Types named {@code …Repository}, with {@link dev.restante.store.Membership}, read and write everything else,
 *       one for each subject.
 *   <li>{@link dev.restante.store.DeliveryReader} and {@link dev.restante.store.DeliveryInspector} read messages for
 *       the node and for administrators.
 *   <li>{@link dev.restante.store.StoreException} and its subclasses say what failed.
 * </ul>
 */
@NullMarked
package dev.restante.store;

import org.jspecify.annotations.NullMarked;
