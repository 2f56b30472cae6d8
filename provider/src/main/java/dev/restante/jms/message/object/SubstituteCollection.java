package dev.restante.jms.message.object;

/**
 * Base class of the substitutes that read one serialized collection. Other objects must not contain a substitute. The
 * constructor runs before {@code readObject}, because this class is not serializable.
 */
abstract class SubstituteCollection {

    final UnhashedEntries entries = new UnhashedEntries();
}
