package dev.restante.jndi;

import java.util.ArrayList;
import java.util.Hashtable;
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
 * A context that can be read only. What it contains never changes, not by a change of its environment either. There is
 * nothing to close, so it can be used after {@link #close} too. Thread-safe.
 */
@SuppressWarnings({
    "BanJNDI", // it looks up in itself only, where nothing is read from bytes
    "JdkObsolete" // Context is made of hash tables
})
final class RestanteContext implements Context {

    private static final NameParser PARSER = CompositeName::new;

    private final Node node;
    private final Hashtable<String, Object> environment = new Hashtable<>();
    private final Name path;

    /**
     * A context.
     *
     * @param node a folder or a dynamic context
     * @param environment is copied
     * @param path from the initial context to this one
     */
    RestanteContext(Node node, @Nullable Hashtable<?, ?> environment, Name path) {
        this.node = node;
        this.path = (Name) path.clone();
        if (environment != null) {
            environment.forEach((key, value) -> this.environment.put(String.valueOf(key), value));
        }
    }

    @Override
    public Object lookup(Name given) throws NamingException {
        Name name = Names.withoutRoot(given);
        Node found = node;
        for (int i = 0; i < name.size(); i++) {
            if (found instanceof Node.Dynamic dynamic) {
                return destination(dynamic, name.getSuffix(i));
            }
            if (found instanceof Node.Leaf leaf) {
                throw located(
                        new NotContextException("'" + name.getPrefix(i) + "' is a "
                                + leaf.object().getClass().getSimpleName() + " (property " + leaf.key()
                                + "): there is nothing below it"),
                        name,
                        i);
            }
            Node next = ((Node.Folder) found).child(name.get(i));
            if (next == null) {
                throw notFound(name, i, (Node.Folder) found);
            }
            found = next;
        }
        return found instanceof Node.Leaf leaf
                ? leaf.object()
                : new RestanteContext(found, environmentCopy(), composeName(name, path));
    }

    private static Object destination(Node.Dynamic context, Name name) throws InvalidNameException {
        try {
            return context.destination().apply(Names.plain(name));
        } catch (IllegalArgumentException refused) {
            InvalidNameException invalid =
                    new InvalidNameException("'" + name + "' can't be a destination's name: " + refused.getMessage());
            invalid.setRootCause(refused);
            throw invalid;
        }
    }

    private static NamingException notFound(Name name, int position, Node.Folder folder) {
        String where = position == 0 ? "" : " in '" + name.getPrefix(position) + "'";
        return located(
                new NameNotFoundException("'" + name.get(position) + "' is not bound" + where + "; there are: "
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

    /** As {@link #lookup(Name)}: there are no links. */
    @Override
    public Object lookupLink(Name name) throws NamingException {
        return lookup(name);
    }

    @Override
    public Object lookupLink(String name) throws NamingException {
        return lookup(name);
    }

    /** What the properties have bound; nothing for a dynamic context. */
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

    /** See {@link #list(Name)}. */
    @Override
    public NamingEnumeration<Binding> listBindings(Name name) throws NamingException {
        return listing(name, Binding::new);
    }

    @Override
    public NamingEnumeration<Binding> listBindings(String name) throws NamingException {
        return listBindings(PARSER.parse(name));
    }

    private <T extends NameClassPair> Listing<T> listing(Name name, BiFunction<String, Object, T> entry)
            throws NamingException {
        if (!(lookup(name) instanceof RestanteContext context)) {
            throw new NotContextException("'" + name + "' is no context: there is nothing to list");
        }
        List<T> entries = new ArrayList<>();
        if (context.node instanceof Node.Folder folder) {
            for (String child : folder.children().keySet()) {
                String quoted = Names.quoted(child);
                T made = entry.apply(quoted, context.lookup(quoted));
                made.setNameInNamespace(composeName(quoted, context.getNameInNamespace()));
                entries.add(made);
            }
        }
        return new Listing<>(entries);
    }

    @Override
    public NameParser getNameParser(Name name) throws NamingException {
        return getNameParser(name.toString());
    }

    @Override
    public NameParser getNameParser(String name) throws NamingException {
        if (!(lookup(name) instanceof Context)) {
            throw new NotContextException("'" + name + "' is no context and has no names to parse");
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
        // It holds nothing, and what was looked up lives on.
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
        return new OperationNotSupportedException("Can't " + action + " '" + name
                + "': the context is read-only; what it contains is set by the properties that it is made with, such as "
                + EnvironmentBindings.QUEUE + "NAME=PHYSICAL_NAME");
    }

    /** Where it is. */
    @Override
    public String toString() {
        return "RestanteContext['" + path + "']";
    }
}
