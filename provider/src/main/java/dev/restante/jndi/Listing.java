package dev.restante.jndi;

import java.util.Iterator;
import java.util.List;
import javax.naming.NameClassPair;
import javax.naming.NamingEnumeration;

/** The content of a context when it was listed. */
final class Listing<T extends NameClassPair> implements NamingEnumeration<T> {

    private final Iterator<T> entries;

    Listing(List<T> entries) {
        this.entries = entries.iterator();
    }

    @Override
    public boolean hasMore() {
        return entries.hasNext();
    }

    @Override
    public boolean hasMoreElements() {
        return entries.hasNext();
    }

    @Override
    public T next() {
        return entries.next();
    }

    @Override
    public T nextElement() {
        return entries.next();
    }

    @Override
    public void close() {
        // There is nothing to give back.
    }
}
