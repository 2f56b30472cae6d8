package dev.restante.jms.message.object;

/**
 * A collection while it is read: nothing but its reader may have it. This class is not serialised, so its constructor
 * runs before {@code readObject}.
 */
abstract class StandIn {

    final UnhashedEntries entries = new UnhashedEntries();
}
