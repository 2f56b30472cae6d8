package dev.restante.node.receive;

import dev.restante.model.Entity;
import dev.restante.node.dispatch.EntityDispatcher;
import dev.restante.node.dispatch.Seat;

/** The seat of a receiver: another one once the node has joined anew. */
record ReceiverPlace(Entity opened, EntityDispatcher dispatcher, Seat seat, ReceiverQuota quota) {}
