package dev.restante.jms.message.object;

/**
 * Base class of the substitutes, which read the elements of a serialized collection without hashing them, so that the
 * costs are measured first. Other objects must not contain a substitute. The constructor runs before
 * {@code readObject}, because this class is not serializable.
 */
abstract class SubstituteCollection {

    final UnhashedEntries entries = new UnhashedEntries();
}
