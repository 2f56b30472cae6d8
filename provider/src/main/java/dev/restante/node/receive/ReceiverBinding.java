package dev.restante.node.receive;

import dev.restante.model.Entity;
import dev.restante.node.feature.quota.ReceiverInFlightLimit;
import dev.restante.node.queue.EntityDispatcher;
import dev.restante.node.queue.buffer.ConsumerSlot;

/**
 * Entity, dispatcher, consumer slot and in-flight limit that a receiver uses, replaced together when the node rejoins.
 */
record ReceiverBinding(
        Entity entityAtOpen, EntityDispatcher dispatcher, ConsumerSlot slot, ReceiverInFlightLimit inFlightLimit) {}
