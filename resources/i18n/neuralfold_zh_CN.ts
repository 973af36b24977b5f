<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>model</name>
    <message>
        <source>a number is missing; examples: 0.5, -1, 1e-3, 1/3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a number of {length} characters is too long; use at most {limit}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a whole number is missing; allowed: {low} to {high}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>activation: unknown name {name}; choose one of {names}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>batch: {batch} is less than 1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>biases</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>biases: shape {shape}, expected {units} numbers, one per row of the weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>exact recount: the network has {given} inputs, expected {expected}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>hidden layer {layer} overflows: its values are not finite; use smaller weights or a smaller window</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>inputs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>layers: a network needs at least the output layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>layers[{k}].weights: {columns} numbers per row, expected {units}, the units of the layer before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>layers[{k}].{problem}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>layers[{k}]: there are {places} such layers, counted from 0</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>layers[{k}]: {name} is smooth and has no linear regions to count</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>more than {budget} regions after layer {layer}; use fewer or narrower layers, a smaller window or a larger region budget</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>network: {parameters} parameters are more than {limit}; use fewer or narrower layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no count: {names} is smooth, so the function has no linear regions; the picture is sampled</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no picture: {inputs} inputs cannot be drawn, only 1 or 2; parameters and operations are counted as always</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>parts: a chain needs at least one network</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>parts: applied one after another they are a network of {parameters} parameters, more than {limit}; repeat less often or use narrower layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>parts: the product of the weights at a seam overflows; use smaller weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>parts[{i}]: there are {parts} parts, counted from 0</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>parts[{i}]: {inputs} inputs, but the part before has {outputs} outputs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>repeat: a network with {inputs} inputs and {outputs} outputs cannot feed itself</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>repeat: {repeat} is not between 1 and {limit}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>seed: {seed} is less than 0</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>segments: a smooth activation has no linear segments</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>segments: the network has {inputs} inputs, expected 1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>size: {size} is not a whole number from 1 to {limit}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sizes: give at least the inputs and the outputs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sizes: number {place} is {size}, not a whole number from 1 to {limit}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>skip: needs equal widths, but {inputs} units feed {units}; make the widths equal or turn skip off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>slope: {slope} is not a finite number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the output overflows: its values are not finite; use smaller weights or a smaller window</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the plane is being built: engine lands within the hour</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>weights: shape {shape}, expected at least one row and one column</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>width</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>window: [{low}, {high}] is not an interval; the first number must be smaller</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>window: every interval must be two numbers, [low, high]</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>window: {given} intervals, expected {inputs}, one per input</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>window[{axis}]: [{low}, {high}] is not an interval; the first number must be the smaller one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{doubts} touches within rounding</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} is smooth: it has no linear pieces</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name}: not numbers in rows of equal length</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name}: number {place} is {value}; every number must be finite</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name}: {units} is not between 1 and {limit}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{text} is out of range; allowed: {low} to {high}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{text}” can be read as {small} or as {large}; write a point or leave the comma out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{text}” divides by zero</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{text}” has a comma that is not a decimal comma; write a point</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{text}” is not a finite number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{text}” is not a number; examples: 0.5, -1, 1e-3, 1/3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{text}” is not a whole number; allowed: {low} to {high}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{text}” is too large; numbers go up to 1.8e308</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{text}” is too small to be told from 0; type 0 instead</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>
