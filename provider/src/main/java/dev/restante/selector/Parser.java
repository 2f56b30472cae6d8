package dev.restante.selector;

import dev.restante.model.PropertyName;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Recursive-descent parser of selectors, which also checks operand types. An opening parenthesis can begin a condition
 * or an operand, so the methods for the lower grammar levels return either. {@link #condition} and {@link #operand}
 * check the result where the grammar requires one of them.
 */
final class Parser {

    private static final Set<String> HEADER_FIELDS =
            Set.of("JMSDeliveryMode", "JMSPriority", "JMSMessageID", "JMSTimestamp", "JMSCorrelationID", "JMSType");

    private final String text;
    private final boolean stored;
    static final int MAX_NESTING = 200;
    static final int MAX_OPERATIONS = 1000;

    private final Lexer lexer;
    private final Set<String> identifiers = new HashSet<>();
    private Token token = new Token(Token.TokenKind.END, "", 0);
    private int depth;
    private int operations;

    /**
     * Creates a parser.
     *
     * @param stored true to read identifiers that Restante does not support as names of properties
     */
    Parser(String text, boolean stored) {
        this.text = text;
        this.stored = stored;
        this.lexer = new Lexer(text);
    }

    Set<String> identifiers() {
        return identifiers;
    }

    Condition parse() throws SelectorSyntaxException {
        advance();
        Condition condition = condition(disjunction(), 0);
        if (token.kind() != Token.TokenKind.END) {
            throw unexpected("AND, OR or the end");
        }
        return condition;
    }

    private Expression disjunction() throws SelectorSyntaxException {
        int start = token.position();
        Expression first = conjunction();
        if (token.kind() != Token.TokenKind.OR) {
            return first;
        }
        List<Condition> conditions = new ArrayList<>();
        conditions.add(condition(first, start));
        while (accept(Token.TokenKind.OR)) {
            int position = token.position();
            conditions.add(condition(conjunction(), position));
        }
        return new Condition.Any(List.copyOf(conditions));
    }

    private Expression conjunction() throws SelectorSyntaxException {
        int start = token.position();
        Expression first = negation();
        if (token.kind() != Token.TokenKind.AND) {
            return first;
        }
        List<Condition> conditions = new ArrayList<>();
        conditions.add(condition(first, start));
        while (accept(Token.TokenKind.AND)) {
            int position = token.position();
            conditions.add(condition(negation(), position));
        }
        return new Condition.All(List.copyOf(conditions));
    }

    private Expression negation() throws SelectorSyntaxException {
        if (token.kind() != Token.TokenKind.NOT) {
            return predicate();
        }
        enterNesting();
        advance();
        int position = token.position();
        Condition negated = condition(negation(), position);
        depth--;
        return new Condition.Not(negated);
    }

    private Expression predicate() throws SelectorSyntaxException {
        int start = token.position();
        Expression left = sum();
        ComparisonOperator operator = token.comparison();
        if (operator != null) {
            return comparison(operator, left, start);
        }
        if (token.kind() == Token.TokenKind.IS) {
            return nullTest(left, start);
        }
        boolean negated = accept(Token.TokenKind.NOT);
        return switch (token.kind()) {
            case BETWEEN -> between(negated, left, start);
            case IN -> membership(negated, left, start);
            case LIKE -> like(negated, left, start);
            default -> {
                if (negated) {
                    throw unexpected("BETWEEN, IN or LIKE after NOT");
                }
                yield left;
            }
        };
    }

    private Condition comparison(ComparisonOperator operator, Expression left, int leftStart)
            throws SelectorSyntaxException {
        Operand leftOperand = operand(left, leftStart);
        advance();
        int rightStart = token.position();
        Operand rightOperand = operand(sum(), rightStart);
        if (operator.isOrdering()) {
            requireType(Operand.OperandType.NUMBER, leftOperand, leftStart, operator.symbol());
            requireType(Operand.OperandType.NUMBER, rightOperand, rightStart, operator.symbol());
        }
        requireType(leftOperand.type(), rightOperand, rightStart, operator.symbol());
        return new Condition.Comparison(operator, leftOperand, rightOperand);
    }

    private Condition nullTest(Expression left, int leftStart) throws SelectorSyntaxException {
        Operand.MessageValue operand = messageValue(left, leftStart, "IS");
        advance();
        boolean negated = accept(Token.TokenKind.NOT);
        expect(Token.TokenKind.NULL);
        return new Condition.NullTest(negated, operand);
    }

    private Condition between(boolean negated, Expression left, int leftStart) throws SelectorSyntaxException {
        Operand value = number(left, leftStart, "BETWEEN");
        advance();
        int lowStart = token.position();
        Operand low = number(sum(), lowStart, "BETWEEN");
        expect(Token.TokenKind.AND);
        int highStart = token.position();
        Operand high = number(sum(), highStart, "BETWEEN");
        return new Condition.Between(negated, value, low, high);
    }

    private Condition membership(boolean negated, Expression left, int leftStart) throws SelectorSyntaxException {
        Operand.MessageValue operand = messageValue(left, leftStart, "IN");
        advance();
        expect(Token.TokenKind.OPEN);
        Set<String> members = new LinkedHashSet<>();
        do {
            members.add(expect(Token.TokenKind.STRING).text());
        } while (accept(Token.TokenKind.COMMA));
        expect(Token.TokenKind.CLOSE);
        return new Condition.InList(negated, operand, Set.copyOf(members));
    }

    private Condition like(boolean negated, Expression left, int leftStart) throws SelectorSyntaxException {
        Operand.MessageValue operand = messageValue(left, leftStart, "LIKE");
        advance();
        Token pattern = expect(Token.TokenKind.STRING);
        if (!accept(Token.TokenKind.ESCAPE)) {
            return new Condition.Like(negated, operand, LikePattern.of(pattern.text()));
        }
        Token escape = expect(Token.TokenKind.STRING);
        if (escape.text().codePointCount(0, escape.text().length()) != 1) {
            throw new SelectorSyntaxException(text, escape.position(), "expected one escape character");
        }
        try {
            LikePattern compiled = LikePattern.of(pattern.text(), escape.text().codePointAt(0));
            return new Condition.Like(negated, operand, compiled);
        } catch (IllegalArgumentException malformed) {
            throw new SelectorSyntaxException(text, pattern.position(), String.valueOf(malformed.getMessage()));
        }
    }

    private Expression sum() throws SelectorSyntaxException {
        int start = token.position();
        Expression left = product();
        while (token.kind() == Token.TokenKind.PLUS || token.kind() == Token.TokenKind.MINUS) {
            ArithmeticOperator operator =
                    token.kind() == Token.TokenKind.PLUS ? ArithmeticOperator.PLUS : ArithmeticOperator.MINUS;
            Token sign = arithmeticOperator();
            int rightStart = token.position();
            Operand right = number(product(), rightStart, sign.text());
            left = new Operand.Arithmetic(operator, number(left, start, sign.text()), right);
        }
        return left;
    }

    private Expression product() throws SelectorSyntaxException {
        int start = token.position();
        Expression left = signed();
        while (token.kind() == Token.TokenKind.TIMES || token.kind() == Token.TokenKind.DIVIDED_BY) {
            ArithmeticOperator operator =
                    token.kind() == Token.TokenKind.TIMES ? ArithmeticOperator.TIMES : ArithmeticOperator.DIVIDED_BY;
            Token sign = arithmeticOperator();
            int rightStart = token.position();
            Operand right = number(signed(), rightStart, sign.text());
            left = new Operand.Arithmetic(operator, number(left, start, sign.text()), right);
        }
        return left;
    }

    /**
     * Consumes and counts an arithmetic operator. A chain of operators becomes a tree of the same depth, so their
     * number is limited.
     */
    private Token arithmeticOperator() throws SelectorSyntaxException {
        operations++;
        if (operations > MAX_OPERATIONS) {
            throw new SelectorSyntaxException(
                    text, token.position(), "more than " + MAX_OPERATIONS + " arithmetic operators");
        }
        return advance();
    }

    private Expression signed() throws SelectorSyntaxException {
        if (token.kind() != Token.TokenKind.PLUS && token.kind() != Token.TokenKind.MINUS) {
            return primary();
        }
        enterNesting();
        Token sign = advance();
        boolean negative = sign.kind() == Token.TokenKind.MINUS;
        Operand signed;
        if (token.kind() == Token.TokenKind.NUMBER) {
            signed = numericLiteral(negative);
        } else {
            int start = token.position();
            signed = new Operand.Signed(negative, number(signed(), start, sign.text()));
        }
        depth--;
        return signed;
    }

    private Expression primary() throws SelectorSyntaxException {
        return switch (token.kind()) {
            case OPEN -> {
                enterNesting();
                boolean hyphenated = lexer.isHyphenated();
                advance();
                Expression inner = disjunction();
                lexer.setHyphenated(hyphenated);
                expect(Token.TokenKind.CLOSE);
                depth--;
                yield inner;
            }
            case IDENTIFIER -> identifier();
            case STRING ->
                new Operand.Literal(Operand.OperandType.STRING, advance().text());
            case NUMBER -> numericLiteral(false);
            case TRUE, FALSE ->
                new Operand.Literal(Operand.OperandType.BOOLEAN, advance().kind() == Token.TokenKind.TRUE);
            default -> throw unexpected("an identifier, a literal or '('");
        };
    }

    private Operand.MessageValue identifier() throws SelectorSyntaxException {
        String name = token.text().indexOf('-') < 0 ? token.text() : PropertyName.encode(token.text());
        VendorIdentifiers.Meaning meaning = VendorIdentifiers.TABLE.get(name);
        if (meaning instanceof VendorIdentifiers.Alias alias) {
            Operand.Identifier aliased = identifier(alias.name());
            return alias.spellings().isEmpty() ? aliased : new Operand.Respelled(aliased, alias.spellings());
        }
        if (meaning instanceof VendorIdentifiers.Unsupported unsupported && !stored) {
            throw new SelectorSyntaxException(
                    text,
                    token.position(),
                    "Restante does not have the identifier " + name + " of " + unsupported.provider() + " (use "
                            + unsupported.remedy() + ")");
        }
        return identifier(name);
    }

    private Operand.Identifier identifier(String name) throws SelectorSyntaxException {
        boolean legal = !name.startsWith("JMS")
                || name.startsWith("JMSX")
                || name.startsWith("JMS_")
                || HEADER_FIELDS.contains(name);
        if (!legal) {
            throw new SelectorSyntaxException(
                    text,
                    token.position(),
                    "expected a property or a header field that selectors support, found " + name);
        }
        int position = advance().position();
        if (token.kind() == Token.TokenKind.STRING && VendorIdentifiers.FUNCTIONS_OF_CLASSIC.contains(name)) {
            throw new SelectorSyntaxException(
                    text,
                    position,
                    "Restante does not have the function " + name + " of ActiveMQ Classic (use "
                            + VendorIdentifiers.SENDER_PROPERTY + ")");
        }
        identifiers.add(name);
        return new Operand.Identifier(name);
    }

    private Operand.Literal numericLiteral(boolean negative) throws SelectorSyntaxException {
        Token literal = token;
        Number value;
        try {
            value = NumericLiteral.parse(literal.text(), negative);
        } catch (NumberFormatException malformed) {
            throw new SelectorSyntaxException(text, literal.position(), String.valueOf(malformed.getMessage()));
        }
        advance();
        return new Operand.Literal(Operand.OperandType.NUMBER, value);
    }

    private Condition condition(Expression expression, int start) throws SelectorSyntaxException {
        if (expression instanceof Condition condition) {
            return condition;
        }
        if (expression instanceof Operand.MessageValue operand) {
            return new Condition.BooleanProperty(operand);
        }
        if (expression instanceof Operand.Literal literal && literal.constant() instanceof Boolean value) {
            return new Condition.Constant(value);
        }
        throw new SelectorSyntaxException(
                text,
                start,
                "expected a condition, found "
                        + operand(expression, start).type().description());
    }

    private Operand operand(Expression expression, int start) throws SelectorSyntaxException {
        if (expression instanceof Operand operand) {
            return operand;
        }
        throw new SelectorSyntaxException(
                text, start, "expected an identifier, a literal or arithmetic, found a condition");
    }

    private Operand number(Expression expression, int start, String operator) throws SelectorSyntaxException {
        Operand operand = operand(expression, start);
        requireType(Operand.OperandType.NUMBER, operand, start, operator);
        return operand;
    }

    private Operand.MessageValue messageValue(Expression expression, int start, String operator)
            throws SelectorSyntaxException {
        if (expression instanceof Operand.MessageValue operand) {
            return operand;
        }
        throw new SelectorSyntaxException(text, start, "expected an identifier before " + operator);
    }

    private void requireType(Operand.OperandType type, Operand operand, int start, String operator)
            throws SelectorSyntaxException {
        if (!operand.type().canBe(type)) {
            String problem = "expected " + type.description() + " beside " + operator + ", found "
                    + operand.type().description();
            throw new SelectorSyntaxException(text, start, problem);
        }
    }

    private void enterNesting() throws SelectorSyntaxException {
        depth++;
        if (depth > MAX_NESTING) {
            throw new SelectorSyntaxException(text, token.position(), "nested more than " + MAX_NESTING + " deep");
        }
    }

    private boolean accept(Token.TokenKind kind) throws SelectorSyntaxException {
        if (token.kind() != kind) {
            return false;
        }
        advance();
        return true;
    }

    private Token expect(Token.TokenKind kind) throws SelectorSyntaxException {
        if (token.kind() != kind) {
            throw unexpected(kind.description());
        }
        return advance();
    }

    private Token advance() throws SelectorSyntaxException {
        Token left = token;
        token = lexer.next();
        return left;
    }

    private SelectorSyntaxException unexpected(String expected) {
        return new SelectorSyntaxException(
                text, token.position(), "expected " + expected + ", found " + token.description());
    }
}
