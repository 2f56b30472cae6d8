/**
 * Ids, records and enums that all layers share. This package uses only a few public option types of other packages.
 *
 * <ul>
 *   <li>Messages: {@link dev.restante.model.StoredMessage} and its {@link dev.restante.model.Delivery} to one queue
 *       or subscription.
 *   <li>Queues, topics and subscriptions: {@link dev.restante.model.Entity} with {@link
 *       dev.restante.model.EntityOptions}.
 *   <li>Ids: {@link dev.restante.model.IdLayout}, {@link dev.restante.model.BranchId}, {@link
 *       dev.restante.model.OutcomeToken}.
 *   <li>Time and threads: {@link dev.restante.model.TimeSource}, {@link dev.restante.model.SaturatingTime}, {@link
 *       dev.restante.model.CallTimeBudget}, {@link dev.restante.model.Uninterruptibles}, {@link
 *       dev.restante.model.WorkerThread}.
 *   <li>Names and texts: {@link dev.restante.model.DestinationName}, {@link dev.restante.model.StoredTextKind},
 *       {@link dev.restante.model.DisplayText}.
 * </ul>
 */
@NullMarked
package dev.restante.model;

import org.jspecify.annotations.NullMarked;
