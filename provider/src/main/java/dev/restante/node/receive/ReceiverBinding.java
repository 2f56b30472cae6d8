package dev.restante.node.receive;

import dev.restante.model.Entity;
import dev.restante.node.dispatch.ConsumerSlot;
import dev.restante.node.dispatch.EntityDispatcher;

/** Binding of a receiver to its dispatcher and slot, replaced when the node rejoins. */
record ReceiverBinding(
        Entity entityAtOpen, EntityDispatcher dispatcher, ConsumerSlot slot, ReceiverInFlightLimit inFlightLimit) {}
