/**
 * Port of the broker for queues, topics and transactions, without Jakarta Messaging and without SQL.
 *
 * <ul>
 *   <li>{@link dev.restante.broker.Broker} is the entry for sessions and consumers: it returns {@link
 *       dev.restante.broker.MessageSender}, {@link dev.restante.broker.Receiver}, {@link
 *       dev.restante.broker.DeliverySettler}, {@link dev.restante.broker.UnitOfWork} and the interfaces of further
 *       features.
 *   <li>{@link dev.restante.broker.BrokerAdministration} is the entry for administrators, and {@link
 *       dev.restante.broker.view} has the values that it returns.
 *   <li>{@link dev.restante.broker.InFlightDelivery} is a message in the hands of an application.
 *   <li>{@link dev.restante.broker.BrokerException} says why the broker refuses a call.
 *   <li>Types named {@code …Check} and {@code …Rule} are pure functions that both sides of the port use.
 * </ul>
 */
@NullMarked
package dev.restante.broker;

import org.jspecify.annotations.NullMarked;
