package dev.restante.surface;

import static java.util.function.Predicate.not;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.GenericDeclaration;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Signatures of classes as applications see them: a line for the class, and a line for each public or protected member,
 * sorted. Members that are inherited from an inaccessible class count as the class's own. Methods of every object or
 * enum are left out. A question mark follows a nullable type.
 */
final class Signatures {

    private static final Set<String> OF_OBJECTS = Set.of("equals", "hashCode", "toString");
    private static final Set<String> OF_ENUMS = Set.of("values", "valueOf");

    private Signatures() {}

    /** Returns whether applications can name a class. */
    static boolean visible(Class<?> type) {
        return visible(type.getModifiers())
                && !type.isSynthetic()
                && (type.getDeclaringClass() == null
                        ? type.getEnclosingClass() == null
                        : visible(type.getDeclaringClass()));
    }

    /** Returns the line of a class. */
    static String header(Class<?> type) {
        StringJoiner header = new StringJoiner(" ")
                .add(deprecated(type)
                        + modifiers(type)
                        + type.getName()
                        + variables(type).stripTrailing());
        List<Class<?>> family = family(type);
        Type above = family.get(family.size() - 1).getGenericSuperclass();
        if (above != null && above != Object.class && !type.isEnum() && !type.isRecord()) {
            header.add("extends " + above.getTypeName());
        }
        String interfaces = family.stream()
                .flatMap(each -> Stream.of(each.getGenericInterfaces()))
                .map(Type::getTypeName)
                .distinct()
                .sorted()
                .collect(Collectors.joining(", "));
        if (!interfaces.isEmpty()) {
            header.add((type.isInterface() ? "extends " : "implements ") + interfaces);
        }
        return shortened(header.toString());
    }

    /** Returns the modifiers of a class. This method exists because the text of the JDK differs between releases. */
    private static String modifiers(Class<?> type) {
        int shown = Modifier.PUBLIC | Modifier.PROTECTED;
        if (type.isInterface()) {
            return Modifier.toString(type.getModifiers() & shown)
                    + sealed(type)
                    + (type.isAnnotation() ? " @interface " : " interface ");
        }
        if (type.isEnum() || type.isRecord()) {
            return Modifier.toString(type.getModifiers() & shown) + (type.isEnum() ? " enum " : " record ");
        }
        shown |= Modifier.ABSTRACT | Modifier.FINAL | (type.isMemberClass() ? Modifier.STATIC : 0);
        return Modifier.toString(type.getModifiers() & shown) + sealed(type) + " class ";
    }

    private static String sealed(Class<?> type) {
        return type.isSealed() ? " sealed" : "";
    }

    /** Returns the lines of a class's members. */
    static List<String> members(Class<?> type) {
        List<String> members = new ArrayList<>();
        Stream.of(type.getDeclaredConstructors())
                .filter(member -> visible(type, member))
                .map(Signatures::constructor)
                .forEach(members::add);
        for (Class<?> each : family(type)) {
            Stream.of(each.getDeclaredFields())
                    .filter(member -> visible(type, member))
                    .map(Signatures::field)
                    .forEach(members::add);
            Stream.of(each.getDeclaredMethods())
                    .filter(member -> visible(type, member) && !everywhere(type, member))
                    .map(Signatures::method)
                    .forEach(members::add);
        }
        return members.stream().map(Signatures::shortened).distinct().sorted().toList();
    }

    /** Returns a class and its inaccessible superclasses. */
    private static List<Class<?>> family(Class<?> type) {
        List<Class<?>> family = new ArrayList<>(List.of(type));
        Class<?> above = type.getSuperclass();
        while (above != null && !visible(above)) {
            family.add(above);
            above = above.getSuperclass();
        }
        return family;
    }

    private static boolean visible(int modifiers) {
        return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
    }

    private static boolean visible(Class<?> type, Member member) {
        boolean forHeirs = Modifier.isProtected(member.getModifiers());
        return visible(member.getModifiers())
                && !member.isSynthetic()
                && !(forHeirs && Modifier.isFinal(type.getModifiers()));
    }

    /** Returns whether all objects, or all enums, have such a method. */
    private static boolean everywhere(Class<?> type, Method method) {
        return OF_OBJECTS.contains(method.getName()) || (type.isEnum() && OF_ENUMS.contains(method.getName()));
    }

    private static String constructor(Constructor<?> constructor) {
        return modifiers(constructor, Modifier.constructorModifiers())
                + variables(constructor)
                + constructor.getDeclaringClass().getSimpleName()
                + parameters(constructor)
                + thrown(constructor);
    }

    private static String method(Method method) {
        int shown = Modifier.methodModifiers() & ~(Modifier.SYNCHRONIZED | Modifier.NATIVE | Modifier.STRICT);
        return modifiers(method, shown) + (method.isDefault() ? "default " : "") + variables(method)
                + text(method.getGenericReturnType(), method.getAnnotatedReturnType()) + " " + method.getName()
                + parameters(method) + thrown(method);
    }

    /** Returns a field, with the value of a constant because compilers copy it into applications. */
    private static String field(Field field) {
        String text = modifiers(field, Modifier.fieldModifiers() & ~(Modifier.TRANSIENT | Modifier.VOLATILE))
                + text(field.getGenericType(), field.getAnnotatedType()) + " " + field.getName();
        boolean constant = Modifier.isStatic(field.getModifiers()) && Modifier.isFinal(field.getModifiers());
        if (constant && (field.getType().isPrimitive() || field.getType() == String.class)) {
            // Its class may be an invisible one.
            field.setAccessible(true);
            try {
                return text + " = " + field.get(null);
            } catch (IllegalAccessException e) {
                throw new AssertionError(e);
            }
        }
        return text;
    }

    private static <M extends AnnotatedElement & Member> String modifiers(M member, int shown) {
        return deprecated(member) + Modifier.toString(member.getModifiers() & shown) + " ";
    }

    private static String deprecated(AnnotatedElement element) {
        return element.isAnnotationPresent(Deprecated.class) ? "@Deprecated " : "";
    }

    private static String variables(GenericDeclaration of) {
        return of.getTypeParameters().length == 0
                ? ""
                : Stream.of(of.getTypeParameters())
                        .map(Signatures::variable)
                        .collect(Collectors.joining(", ", "<", "> "));
    }

    private static String variable(TypeVariable<?> variable) {
        String bounds = Stream.of(variable.getBounds())
                .filter(not(Object.class::equals))
                .map(Type::getTypeName)
                .collect(Collectors.joining(" & "));
        return bounds.isEmpty() ? variable.getName() : variable.getName() + " extends " + bounds;
    }

    private static String parameters(Executable of) {
        Type[] types = of.getGenericParameterTypes();
        AnnotatedType[] annotated = of.getAnnotatedParameterTypes();
        StringJoiner parameters = new StringJoiner(", ", "(", ")");
        for (int i = 0; i < types.length; i++) {
            parameters.add(text(types[i], annotated[i]));
        }
        return parameters.toString();
    }

    private static String thrown(Executable by) {
        return by.getExceptionTypes().length == 0
                ? ""
                : Arrays.stream(by.getGenericExceptionTypes())
                        .map(Type::getTypeName)
                        .sorted()
                        .collect(Collectors.joining(", ", " throws ", ""));
    }

    private static String text(Type type, AnnotatedType annotated) {
        return type.getTypeName() + (annotated.isAnnotationPresent(Nullable.class) ? "?" : "");
    }

    private static String shortened(String text) {
        return text.replaceAll("\\bjava\\.(lang|util|time)\\.(?=[A-Z])", "");
    }
}
