package dev.restante.jndi;

import java.util.Iterator;
import java.util.List;
import javax.naming.NameClassPair;
import javax.naming.NamingEnumeration;

/** Enumeration of a context's bindings at the time of the call. */
final class BindingEnumeration<T extends NameClassPair> implements NamingEnumeration<T> {

    private final Iterator<T> entries;

    BindingEnumeration(List<T> entries) {
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
        // There are no resources to release.
    }
}
