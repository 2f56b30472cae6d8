package dev.restante.jndi;

import java.util.ArrayList;
import java.util.Hashtable;
import java.util.Iterator;
import java.util.List;
import java.util.function.BiFunction;
import javax.naming.Binding;
import javax.naming.CompositeName;
import javax.naming.Context;
import javax.naming.InvalidNameException;
import javax.naming.Name;
import javax.naming.NameClassPair;
import javax.naming.NameNotFoundException;
import javax.naming.NameParser;
import javax.naming.NamingEnumeration;
import javax.naming.NamingException;
import javax.naming.NotContextException;
import javax.naming.OperationNotSupportedException;
import org.jspecify.annotations.Nullable;

/**
 * JNDI context that looks up and lists the objects of an immutable naming tree, and rejects all changes. Its content
 * never changes, even if its environment changes. The context has no resources, so it can be used after {@link #close}.
 * Thread-safe.
 */
@SuppressWarnings({
    "BanJNDI", // looks up only in its own tree, which deserializes nothing
    "JdkObsolete" // the API of Context requires Hashtable
})
final class ReadOnlyNamingContext implements Context {

    private static final NameParser PARSER = CompositeName::new;

    private final NamingNode node;
    private final Hashtable<String, Object> environment = new Hashtable<>();
    private final Name path;

    /**
     * Creates a context.
     *
     * @param environment the environment, which is copied
     * @param path the name of this context relative to the initial context
     */
    ReadOnlyNamingContext(NamingNode node, @Nullable Hashtable<?, ?> environment, Name path) {
        this.node = node;
        this.path = (Name) path.clone();
        if (environment != null) {
            environment.forEach((key, value) -> this.environment.put(String.valueOf(key), value));
        }
    }

    @Override
    public Object lookup(Name given) throws NamingException {
        Name name = CompositeNames.withoutLeadingSlash(given);
        NamingNode found = node;
        for (int i = 0; i < name.size(); i++) {
            if (found instanceof NamingNode.DynamicDestinations dynamic) {
                return destination(dynamic, name.getSuffix(i));
            }
            if (found instanceof NamingNode.BoundObject leaf) {
                throw located(
                        new NotContextException("'" + name.getPrefix(i) + "' is a "
                                + leaf.object().getClass().getSimpleName() + " (property " + leaf.key()
                                + "), not a context. Names below it cannot be looked up."),
                        name,
                        i);
            }
            NamingNode next = ((NamingNode.NamingFolder) found).child(name.get(i));
            if (next == null) {
                throw notFound(name, i, (NamingNode.NamingFolder) found);
            }
            found = next;
        }
        return found instanceof NamingNode.BoundObject leaf
                ? leaf.object()
                : new ReadOnlyNamingContext(found, environmentCopy(), composeName(name, path));
    }

    private static Object destination(NamingNode.DynamicDestinations context, Name name) throws InvalidNameException {
        try {
            return context.destination().apply(CompositeNames.toPlainText(name));
        } catch (IllegalArgumentException refused) {
            InvalidNameException invalid = new InvalidNameException(
                    "'" + name + "' is not a valid name of a" + " destination: " + refused.getMessage());
            invalid.setRootCause(refused);
            throw invalid;
        }
    }

    private static NamingException notFound(Name name, int position, NamingNode.NamingFolder folder) {
        String where = position == 0 ? "" : " in '" + name.getPrefix(position) + "'";
        return located(
                new NameNotFoundException("'" + name.get(position) + "' is not bound" + where + ". Bound names: "
                        + String.join(", ", folder.children().keySet()) + ". " + EnvironmentBindings.remedy(name)),
                name,
                position);
    }

    private static NamingException located(NamingException problem, Name name, int resolved) {
        problem.setResolvedName(name.getPrefix(resolved));
        problem.setRemainingName(name.getSuffix(resolved));
        return problem;
    }

    @Override
    public Object lookup(String name) throws NamingException {
        return lookup(PARSER.parse(name));
    }

    /** Delegates to {@link #lookup(Name)}, because there are no links. */
    @Override
    public Object lookupLink(Name name) throws NamingException {
        return lookup(name);
    }

    @Override
    public Object lookupLink(String name) throws NamingException {
        return lookup(name);
    }

    /** Returns the names that properties bind; an empty list for a context of dynamic destinations. */
    @Override
    public NamingEnumeration<NameClassPair> list(Name name) throws NamingException {
        return listing(
                name,
                (entry, object) -> new NameClassPair(entry, object.getClass().getName()));
    }

    @Override
    public NamingEnumeration<NameClassPair> list(String name) throws NamingException {
        return list(PARSER.parse(name));
    }

    /** Returns the bindings of the names that {@link #list(Name)} returns. */
    @Override
    public NamingEnumeration<Binding> listBindings(Name name) throws NamingException {
        return listing(name, Binding::new);
    }

    @Override
    public NamingEnumeration<Binding> listBindings(String name) throws NamingException {
        return listBindings(PARSER.parse(name));
    }

    private <T extends NameClassPair> BindingEnumeration<T> listing(Name name, BiFunction<String, Object, T> entry)
            throws NamingException {
        if (!(lookup(name) instanceof ReadOnlyNamingContext context)) {
            throw new NotContextException("'" + name + "' is not a context, so its names cannot be listed");
        }
        List<T> entries = new ArrayList<>();
        if (context.node instanceof NamingNode.NamingFolder folder) {
            for (String child : folder.children().keySet()) {
                String quoted = CompositeNames.quote(child);
                T made = entry.apply(quoted, context.lookup(quoted));
                made.setNameInNamespace(composeName(quoted, context.getNameInNamespace()));
                entries.add(made);
            }
        }
        return new BindingEnumeration<>(entries);
    }

    /** Enumeration of a context's bindings at the time of the call. */
    private static final class BindingEnumeration<T extends NameClassPair> implements NamingEnumeration<T> {

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

    @Override
    public NameParser getNameParser(Name name) throws NamingException {
        return getNameParser(name.toString());
    }

    @Override
    public NameParser getNameParser(String name) throws NamingException {
        if (!(lookup(name) instanceof Context)) {
            throw new NotContextException("'" + name + "' is not a context, so it has no name parser");
        }
        return PARSER;
    }

    @Override
    public Name composeName(Name name, Name prefix) throws NamingException {
        return ((Name) prefix.clone()).addAll(name);
    }

    @Override
    public String composeName(String name, String prefix) throws NamingException {
        return composeName(PARSER.parse(name), PARSER.parse(prefix)).toString();
    }

    @Override
    public String getNameInNamespace() {
        return path.toString();
    }

    @Override
    public @Nullable Object addToEnvironment(String property, Object value) {
        return environment.put(property, value);
    }

    @Override
    public @Nullable Object removeFromEnvironment(String property) {
        return environment.remove(property);
    }

    @Override
    public Hashtable<String, Object> getEnvironment() {
        return environmentCopy();
    }

    private Hashtable<String, Object> environmentCopy() {
        return new Hashtable<>(environment);
    }

    @Override
    public void close() {
        // There are no resources to release, and looked-up objects stay usable.
    }

    @Override
    public void bind(Name name, Object object) throws NamingException {
        throw readOnly("bind", name);
    }

    @Override
    public void bind(String name, Object object) throws NamingException {
        throw readOnly("bind", name);
    }

    @Override
    public void rebind(Name name, Object object) throws NamingException {
        throw readOnly("rebind", name);
    }

    @Override
    public void rebind(String name, Object object) throws NamingException {
        throw readOnly("rebind", name);
    }

    @Override
    public void unbind(Name name) throws NamingException {
        throw readOnly("unbind", name);
    }

    @Override
    public void unbind(String name) throws NamingException {
        throw readOnly("unbind", name);
    }

    @Override
    public void rename(Name oldName, Name newName) throws NamingException {
        throw readOnly("rename", oldName);
    }

    @Override
    public void rename(String oldName, String newName) throws NamingException {
        throw readOnly("rename", oldName);
    }

    @Override
    public Context createSubcontext(Name name) throws NamingException {
        throw readOnly("create the context", name);
    }

    @Override
    public Context createSubcontext(String name) throws NamingException {
        throw readOnly("create the context", name);
    }

    @Override
    public void destroySubcontext(Name name) throws NamingException {
        throw readOnly("destroy the context", name);
    }

    @Override
    public void destroySubcontext(String name) throws NamingException {
        throw readOnly("destroy the context", name);
    }

    private static OperationNotSupportedException readOnly(String action, Object name) {
        return new OperationNotSupportedException("Cannot " + action + " '" + name
                + "': the context is read-only. Properties of its environment define its names, for example "
                + EnvironmentBindings.QUEUE + "NAME=PHYSICAL_NAME");
    }

    @Override
    public String toString() {
        return "ReadOnlyNamingContext['" + path + "']";
    }
}
