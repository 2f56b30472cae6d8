package dev.restante.node.receive;

import dev.restante.model.Entity;
import dev.restante.node.dispatch.EntityDispatcher;
import dev.restante.node.dispatch.Seat;

/** Where a receiver sits: another place once the node has joined anew. */
record ReceiverPlace(Entity opened, EntityDispatcher dispatcher, Seat seat, ReceiverQuota quota) {}
