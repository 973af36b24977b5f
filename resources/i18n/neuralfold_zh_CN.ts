<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>Activation</name>
    <message>
        <source>GELU</source>
        <translation>GELU</translation>
    </message>
    <message>
        <source>ReLU</source>
        <translation>ReLU</translation>
    </message>
    <message>
        <source>abs</source>
        <translation>绝对值</translation>
    </message>
    <message>
        <source>hard tanh</source>
        <translation>硬 tanh</translation>
    </message>
    <message>
        <source>identity</source>
        <translation>恒等</translation>
    </message>
    <message>
        <source>leaky ReLU</source>
        <translation>泄漏 ReLU</translation>
    </message>
    <message>
        <source>max(0, z)</source>
        <translation>max(0, z)</translation>
    </message>
    <message>
        <source>sigmoid</source>
        <translation>sigmoid</translation>
    </message>
    <message>
        <source>smooth: regions cannot be counted</source>
        <translation>光滑函数：区域无法计数</translation>
    </message>
    <message>
        <source>tanh</source>
        <translation>tanh</translation>
    </message>
    <message>
        <source>z cut to −1 … 1</source>
        <translation>z 截断到 −1 … 1</translation>
    </message>
    <message>
        <source>z itself: the layer is linear</source>
        <translation>z 本身：该层是线性的</translation>
    </message>
    <message>
        <source>z where z &gt; 0, else slope · z</source>
        <translation>z &gt; 0 时为 z，否则为 斜率 · z</translation>
    </message>
    <message>
        <source>|z|</source>
        <translation>|z|</translation>
    </message>
</context>
<context>
    <name>Counts</name>
    <message>
        <source>Counted</source>
        <translation>实际计数</translation>
    </message>
    <message>
        <source>Counted in this slice</source>
        <translation>在此切片中的计数</translation>
    </message>
    <message>
        <source>FLOP, as tools count it, one sample</source>
        <translation>FLOP（各工具的算法，单个样本）</translation>
    </message>
    <message>
        <source>Memory, batch of {batch}</source>
        <translation>内存，批大小 {batch}</translation>
    </message>
    <message>
        <source>Most that any weights give</source>
        <translation>任意权重所能达到的最大数</translation>
    </message>
    <message>
        <source>Other networks, to compare</source>
        <translation>其他网络，用于比较</translation>
    </message>
    <message>
        <source>Size and cost</source>
        <translation>规模与代价</translation>
    </message>
    <message>
        <source>activation regions</source>
        <translation>激活区域</translation>
    </message>
    <message>
        <source>as chain</source>
        <translation>作为链</translation>
    </message>
    <message>
        <source>as chain: a repeated network is stored once, applied every time</source>
        <translation>作为链：重复的网络只存储一次，但每次都要计算</translation>
    </message>
    <message>
        <source>distinct affine maps</source>
        <translation>不同的仿射映射</translation>
    </message>
    <message>
        <source>in the whole input space</source>
        <translation>在整个输入空间中</translation>
    </message>
    <message>
        <source>in the window</source>
        <translation>视窗内</translation>
    </message>
    <message>
        <source>linear regions</source>
        <translation>线性区域</translation>
    </message>
    <message>
        <source>linear segments</source>
        <translation>线性段</translation>
    </message>
    <message>
        <source>merged</source>
        <translation>合并后</translation>
    </message>
    <message>
        <source>multiply-adds (MAC), one sample</source>
        <translation>乘加（MAC），单个样本</translation>
    </message>
    <message>
        <source>neighbouring activation regions with the same affine map count once</source>
        <translation>仿射映射相同的相邻激活区域只算一个</translation>
    </message>
    <message>
        <source>no count</source>
        <translation>无计数</translation>
    </message>
    <message>
        <source>of which biases</source>
        <translation>其中偏置</translation>
    </message>
    <message>
        <source>of which weights</source>
        <translation>其中权重</translation>
    </message>
    <message>
        <source>parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>regions that do not touch can share one map</source>
        <translation>不相邻的区域可以有同一个映射</translation>
    </message>
    <message>
        <source>sets of inputs that switch the same units on</source>
        <translation>激活同一组单元的输入的集合</translation>
    </message>
    <message>
        <source>whole line</source>
        <translation>整条直线</translation>
    </message>
</context>
<context>
    <name>CountsStrip</name>
    <message>
        <source>Counts</source>
        <translation>计数</translation>
    </message>
    <message>
        <source>batch</source>
        <translation>批大小</translation>
    </message>
    <message>
        <source>counts</source>
        <translation>计数</translation>
    </message>
    <message>
        <source>samples at once, for the memory of activations</source>
        <translation>一次处理的样本数，用于计算激活值的内存</translation>
    </message>
</context>
<context>
    <name>DialogButtons</name>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>OK</source>
        <translation>确定</translation>
    </message>
</context>
<context>
    <name>DrawRow</name>
    <message>
        <source>Draw Weights, New Seed</source>
        <translation>用新种子抽取权重</translation>
    </message>
    <message>
        <source>Draw Weights, Same Seed</source>
        <translation>用同一种子抽取权重</translation>
    </message>
    <message>
        <source>New Seed</source>
        <translation>新种子</translation>
    </message>
    <message>
        <source>Same Seed</source>
        <translation>同一种子</translation>
    </message>
    <message>
        <source>change seed</source>
        <translation>更改种子</translation>
    </message>
    <message>
        <source>draw all weights and biases again from this seed</source>
        <translation>用这个种子重新抽取所有权重和偏置</translation>
    </message>
    <message>
        <source>draw all weights and biases from the next seed</source>
        <translation>用下一个种子抽取所有权重和偏置</translation>
    </message>
    <message>
        <source>draw weights</source>
        <translation>抽取权重</translation>
    </message>
    <message>
        <source>seed</source>
        <translation>种子</translation>
    </message>
    <message>
        <source>where random weights are drawn from; one seed gives the same numbers always</source>
        <translation>随机权重的来源；同一种子总是给出同样的数</translation>
    </message>
</context>
<context>
    <name>EditDesk</name>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>OK</source>
        <translation>确定</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>标题</translation>
    </message>
    <message>
        <source>Title of the document:</source>
        <translation>文档标题：</translation>
    </message>
    <message>
        <source>change batch</source>
        <translation>更改批大小</translation>
    </message>
    <message>
        <source>change slice</source>
        <translation>更改切片</translation>
    </message>
    <message>
        <source>change title</source>
        <translation>更改标题</translation>
    </message>
    <message>
        <source>change window</source>
        <translation>更改视窗</translation>
    </message>
    <message>
        <source>merge networks</source>
        <translation>合并网络</translation>
    </message>
</context>
<context>
    <name>ExportDialog</name>
    <message>
        <source>Pixels</source>
        <translation>像素</translation>
    </message>
    <message>
        <source>Save Picture</source>
        <translation>保存图片</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>尺寸</translation>
    </message>
    <message>
        <source>Type and lines</source>
        <translation>文字与线条</translation>
    </message>
    <message>
        <source>as on the screen, {width} × {height}</source>
        <translation>与屏幕相同，{width} × {height}</translation>
    </message>
</context>
<context>
    <name>Exporter</name>
    <message>
        <source>CSV table (*.csv)</source>
        <translation>CSV 表格 (*.csv)</translation>
    </message>
    <message>
        <source>Export Counts</source>
        <translation>导出计数</translation>
    </message>
    <message>
        <source>Export Segments or Regions</source>
        <translation>导出线性段或区域</translation>
    </message>
    <message>
        <source>PDF page (*.pdf)</source>
        <translation>PDF 页面 (*.pdf)</translation>
    </message>
    <message>
        <source>PNG picture (*.png)</source>
        <translation>PNG 图片 (*.png)</translation>
    </message>
    <message>
        <source>SVG drawing (*.svg)</source>
        <translation>SVG 图形 (*.svg)</translation>
    </message>
    <message>
        <source>Save Picture</source>
        <translation>保存图片</translation>
    </message>
    <message>
        <source>The picture is on the clipboard.</source>
        <translation>图片已复制到剪贴板。</translation>
    </message>
    <message>
        <source>Written: {file}</source>
        <translation>已写入：{file}</translation>
    </message>
</context>
<context>
    <name>FaultDialog</name>
    <message>
        <source>A Fault in NeuralFold</source>
        <translation>NeuralFold 出错</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>The program did something wrong. It goes on; please save your work, and report what is below.</source>
        <translation>程序出现了错误，但会继续运行；请保存您的工作，并报告以下内容。</translation>
    </message>
</context>
<context>
    <name>FileDesk</name>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>放弃</translation>
    </message>
    <message>
        <source>NeuralFold documents (*{suffix});;All files (*)</source>
        <translation>NeuralFold 文档 (*{suffix});;所有文件 (*)</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Save As</source>
        <translation>另存为</translation>
    </message>
    <message>
        <source>untitled</source>
        <translation>未命名</translation>
    </message>
    <message>
        <source>“{name}” has edits that are not saved.</source>
        <translation>“{name}”有尚未保存的修改。</translation>
    </message>
</context>
<context>
    <name>LayerModel</name>
    <message>
        <source>MACs</source>
        <translation>乘加</translation>
    </message>
    <message>
        <source>activation</source>
        <translation>激活函数</translation>
    </message>
    <message>
        <source>applied once</source>
        <translation>应用一次</translation>
    </message>
    <message>
        <source>applied {repeat} times</source>
        <translation>应用 {repeat} 次</translation>
    </message>
    <message>
        <source>change activation</source>
        <translation>更改激活函数</translation>
    </message>
    <message>
        <source>change inputs</source>
        <translation>更改输入数</translation>
    </message>
    <message>
        <source>change repetition</source>
        <translation>更改重复次数</translation>
    </message>
    <message>
        <source>change skip</source>
        <translation>更改跳跃连接</translation>
    </message>
    <message>
        <source>change slope</source>
        <translation>更改斜率</translation>
    </message>
    <message>
        <source>change width</source>
        <translation>更改宽度</translation>
    </message>
    <message>
        <source>hidden layers are counted from 1, after the input</source>
        <translation>隐藏层从 1 开始编号，不含输入</translation>
    </message>
    <message>
        <source>hidden {k}</source>
        <translation>隐藏层 {k}</translation>
    </message>
    <message>
        <source>how often {name} is applied in a row, 1 to {limit}</source>
        <translation>{name} 连续应用的次数，1 到 {limit}</translation>
    </message>
    <message>
        <source>input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>multiply-adds for one input, every application counted</source>
        <translation>一个输入的乘加次数，每次应用都计入</translation>
    </message>
    <message>
        <source>output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>parameters: weights + biases, each stored once</source>
        <translation>参数：权重 + 偏置，各存储一次</translation>
    </message>
    <message>
        <source>params</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>rows × columns of the weight matrix</source>
        <translation>权重矩阵的行数 × 列数</translation>
    </message>
    <message>
        <source>skip</source>
        <translation>跳跃</translation>
    </message>
    <message>
        <source>slope</source>
        <translation>斜率</translation>
    </message>
    <message>
        <source>slope of leaky ReLU where the unit is inactive</source>
        <translation>单元未激活时泄漏 ReLU 的斜率</translation>
    </message>
    <message>
        <source>the input of the layer is added to its output; needs equal widths</source>
        <translation>把该层的输入加到输出上；要求宽度相等</translation>
    </message>
    <message>
        <source>units of the layer</source>
        <translation>该层的单元数</translation>
    </message>
    <message>
        <source>units, 1 to {limit}; kept weights stay, new ones are drawn from the seed</source>
        <translation>单元数，1 到 {limit}；原有权重保留，新权重由种子抽取</translation>
    </message>
    <message>
        <source>what is done to every unit after weights and bias</source>
        <translation>在权重和偏置之后对每个单元所做的运算</translation>
    </message>
    <message>
        <source>width</source>
        <translation>宽度</translation>
    </message>
    <message>
        <source>Ω{k} has {units} rows and {inputs} columns, β{k} has {units} numbers</source>
        <translation>Ω{k} 有 {units} 行 {inputs} 列，β{k} 有 {units} 个数</translation>
    </message>
</context>
<context>
    <name>LayerTable</name>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>Add Layer</source>
        <translation>添加层</translation>
    </message>
    <message>
        <source>Add Network</source>
        <translation>添加网络</translation>
    </message>
    <message>
        <source>Add Network to the Chain</source>
        <translation>向链中添加网络</translation>
    </message>
    <message>
        <source>Apply Network Once More</source>
        <translation>再应用一次网络</translation>
    </message>
    <message>
        <source>Down</source>
        <translation>下移</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Duplicate Layer or Network</source>
        <translation>复制层或网络</translation>
    </message>
    <message>
        <source>Move Down</source>
        <translation>下移</translation>
    </message>
    <message>
        <source>Move Up</source>
        <translation>上移</translation>
    </message>
    <message>
        <source>Once More</source>
        <translation>再一次</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Remove Layer or Network</source>
        <translation>删除层或网络</translation>
    </message>
    <message>
        <source>Up</source>
        <translation>上移</translation>
    </message>
    <message>
        <source>add a hidden layer after the selected one</source>
        <translation>在所选层之后添加一个隐藏层</translation>
    </message>
    <message>
        <source>apply the selected network one more time in a row</source>
        <translation>把所选网络再连续应用一次</translation>
    </message>
    <message>
        <source>layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>move the selected row down</source>
        <translation>把所选行下移</translation>
    </message>
    <message>
        <source>move the selected row up</source>
        <translation>把所选行上移</translation>
    </message>
    <message>
        <source>put a copy of the selected layer, or network, after it</source>
        <translation>在所选层或网络之后放入其副本</translation>
    </message>
    <message>
        <source>put a random network after the selected one</source>
        <translation>在所选网络之后放入一个随机网络</translation>
    </message>
    <message>
        <source>remove the selected hidden layer, or network</source>
        <translation>删除所选隐藏层或网络</translation>
    </message>
    <message>
        <source>the sum of the rows: parameters are stored once, multiply-adds are counted for every application; merging the networks changes both</source>
        <translation>各行之和：参数只存储一次，乘加按每次应用计算；合并网络会改变两者</translation>
    </message>
    <message>
        <source>total: {parameters} parameters, {macs} MACs</source>
        <translation>合计：{parameters} 个参数，{macs} 次乘加</translation>
    </message>
</context>
<context>
    <name>LicencesDialog</name>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Licences</source>
        <translation>许可证</translation>
    </message>
    <message>
        <source>Qt {version} and PySide6 are used under the GNU Lesser General Public License, version 3, as they are published. Their libraries lie in {folder} and may be exchanged for others; their source is at download.qt.io and code.qt.io.</source>
        <translation>Qt {version} 和 PySide6 按 GNU 宽通用公共许可证（LGPL）第 3 版使用，未作改动。它们的库位于 {folder}，可以替换为其他版本；源代码见 download.qt.io 和 code.qt.io。</translation>
    </message>
    <message>
        <source>The licences of the other components are collected when the program is packaged.</source>
        <translation>其他组件的许可证在程序打包时收集。</translation>
    </message>
</context>
<context>
    <name>LimitDesk</name>
    <message>
        <source>Halve Window</source>
        <translation>视窗减半</translation>
    </message>
    <message>
        <source>Raise Limit to {limit}</source>
        <translation>把上限提高到 {limit}</translation>
    </message>
    <message>
        <source>halve window</source>
        <translation>视窗减半</translation>
    </message>
</context>
<context>
    <name>LimitDialog</name>
    <message>
        <source>Counting and drawing stops where a network has more regions than this; more take more time:</source>
        <translation>网络的区域多于此数时停止计数和绘制；区域越多用时越长：</translation>
    </message>
    <message>
        <source>Region Limit</source>
        <translation>区域上限</translation>
    </message>
</context>
<context>
    <name>LinePage</name>
    <message>
        <source>+ hidden layer {k}</source>
        <translation>+ 隐藏层 {k}</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>适合视窗</translation>
    </message>
    <message>
        <source>Probe</source>
        <translation>探针</translation>
    </message>
    <message>
        <source>Segments</source>
        <translation>线性段</translation>
    </message>
    <message>
        <source>Use View</source>
        <translation>用作视窗</translation>
    </message>
    <message>
        <source>Use View as Window</source>
        <translation>把当前视图用作视窗</translation>
    </message>
    <message>
        <source>a panel with all preactivations of one layer, below the function</source>
        <translation>在函数下方显示某一层的所有预激活</translation>
    </message>
    <message>
        <source>change repetition</source>
        <translation>更改重复次数</translation>
    </message>
    <message>
        <source>count and draw in what the picture shows now</source>
        <translation>在图片当前显示的范围内计数和绘制</translation>
    </message>
    <message>
        <source>every preactivation and activation at the probe</source>
        <translation>探针处的每个预激活和激活值</translation>
    </message>
    <message>
        <source>function</source>
        <translation>函数</translation>
    </message>
    <message>
        <source>how often the network is applied in a row</source>
        <translation>网络连续应用的次数</translation>
    </message>
    <message>
        <source>pattern {pattern}</source>
        <translation>模式 {pattern}</translation>
    </message>
    <message>
        <source>segment {segment}</source>
        <translation>线性段 {segment}</translation>
    </message>
    <message>
        <source>show the whole window and all of every curve</source>
        <translation>显示整个视窗和每条曲线的全部</translation>
    </message>
    <message>
        <source>start, end, slope and intercept of every linear segment</source>
        <translation>每个线性段的起点、终点、斜率和截距</translation>
    </message>
    <message>
        <source>where the probe is; also drag its line in the picture</source>
        <translation>探针的位置；也可在图中拖动它的线</translation>
    </message>
</context>
<context>
    <name>LineView</name>
    <message>
        <source>Not drawn: {units} units at {points} points are too many</source>
        <translation>未绘制：{units} 个单元、{points} 个点过多</translation>
    </message>
    <message>
        <source>Preactivations of hidden layer {layer}</source>
        <translation>隐藏层 {layer} 的预激活</translation>
    </message>
    <message>
        <source>Preactivations of the output</source>
        <translation>输出层的预激活</translation>
    </message>
    <message>
        <source>computing…</source>
        <translation>计算中…</translation>
    </message>
    <message>
        <source>f applied {times} times</source>
        <translation>f 应用 {times} 次</translation>
    </message>
    <message>
        <source>min–max band: segments are finer than pixels</source>
        <translation>最小–最大带：线性段比像素更细</translation>
    </message>
    <message>
        <source>sampled at {points} points</source>
        <translation>在 {points} 个点上采样</translation>
    </message>
    <message>
        <source>stopped: an earlier picture</source>
        <translation>已停止：这是先前的图</translation>
    </message>
    <message>
        <source>the first {shown} of {units} curves</source>
        <translation>{units} 条曲线中的前 {shown} 条</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>About NeuralFold</source>
        <translation>关于 NeuralFold</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>适合视窗</translation>
    </message>
    <message>
        <source>Licences…</source>
        <translation>许可证…</translation>
    </message>
    <message>
        <source>Use View as Window</source>
        <translation>把当前视图用作视窗</translation>
    </message>
    <message>
        <source>Why depth helps: exact linear regions of small neural networks, painted live.
Free software under the MIT licence.</source>
        <translation>深度为何有用：实时绘制小型神经网络的精确线性区域。
基于 MIT 许可证的自由软件。</translation>
    </message>
</context>
<context>
    <name>Menus</name>
    <message>
        <source>&amp;Copy Picture</source>
        <translation>复制图片(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>编辑(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Measure</source>
        <translation>测量(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;New</source>
        <translation>新建(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>打开(&amp;O)…</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>重做(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>保存(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>撤销(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>About NeuralFold</source>
        <translation>关于 NeuralFold</translation>
    </message>
    <message>
        <source>As the System</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Clear List</source>
        <translation>清空列表</translation>
    </message>
    <message>
        <source>Colour Regions by</source>
        <translation>区域着色方式</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>E&amp;xamples</source>
        <translation>示例(&amp;X)</translation>
    </message>
    <message>
        <source>Export Counts (CSV)…</source>
        <translation>导出计数 (CSV)…</translation>
    </message>
    <message>
        <source>Export Segments or Regions (CSV)…</source>
        <translation>导出线性段或区域 (CSV)…</translation>
    </message>
    <message>
        <source>Full Screen</source>
        <translation>全屏</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Merge into One Network (eq. 7.3)</source>
        <translation>合并为一个网络（式 7.3）</translation>
    </message>
    <message>
        <source>Open &amp;Recent</source>
        <translation>打开最近的文件(&amp;R)</translation>
    </message>
    <message>
        <source>Random Network…</source>
        <translation>随机网络…</translation>
    </message>
    <message>
        <source>Recount Exactly…</source>
        <translation>精确重数…</translation>
    </message>
    <message>
        <source>Region Limit…</source>
        <translation>区域上限…</translation>
    </message>
    <message>
        <source>Repeated Folding</source>
        <translation>重复折叠</translation>
    </message>
    <message>
        <source>Save &amp;As…</source>
        <translation>另存为(&amp;A)…</translation>
    </message>
    <message>
        <source>Save &amp;Picture…</source>
        <translation>保存图片(&amp;P)…</translation>
    </message>
    <message>
        <source>Slice…</source>
        <translation>切片…</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>Title…</source>
        <translation>标题…</translation>
    </message>
</context>
<context>
    <name>MessageBar</name>
    <message>
        <source>close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>ParameterModel</name>
    <message>
        <source>bias of {unit}: β{layer}[{row}]</source>
        <translation>{unit} 的偏置：β{layer}[{row}]</translation>
    </message>
    <message>
        <source>biases β{layer}</source>
        <translation>偏置 β{layer}</translation>
    </message>
    <message>
        <source>change bias</source>
        <translation>更改偏置</translation>
    </message>
    <message>
        <source>change weight</source>
        <translation>更改权重</translation>
    </message>
    <message>
        <source>output {number}</source>
        <translation>输出 {number}</translation>
    </message>
    <message>
        <source>paste numbers</source>
        <translation>粘贴数字</translation>
    </message>
    <message>
        <source>type to replace; on the selected cell turn the wheel or drag sideways (Shift finer, Ctrl coarser)</source>
        <translation>直接输入即可替换；在所选单元格上滚动滚轮或左右拖动（Shift 更细，Ctrl 更粗）</translation>
    </message>
    <message>
        <source>unit {number}</source>
        <translation>单元 {number}</translation>
    </message>
    <message>
        <source>weight from {source} to {unit}: Ω{layer}[{row}, {column}]</source>
        <translation>从 {source} 到 {unit} 的权重：Ω{layer}[{row}, {column}]</translation>
    </message>
    <message>
        <source>weights of input {number}</source>
        <translation>输入 {number} 的权重</translation>
    </message>
    <message>
        <source>weights of unit {number} of hidden layer {layer}</source>
        <translation>隐藏层 {layer} 的单元 {number} 的权重</translation>
    </message>
</context>
<context>
    <name>ParameterTable</name>
    <message>
        <source>Copy Numbers</source>
        <translation>复制数字</translation>
    </message>
    <message>
        <source>Paste Numbers</source>
        <translation>粘贴数字</translation>
    </message>
    <message>
        <source>hidden layer {k}</source>
        <translation>隐藏层 {k}</translation>
    </message>
    <message>
        <source>output layer</source>
        <translation>输出层</translation>
    </message>
    <message>
        <source>weights and biases</source>
        <translation>权重和偏置</translation>
    </message>
    <message>
        <source>{layer}: β{k} and Ω{k}, {units} × {inputs}</source>
        <translation>{layer}：β{k} 和 Ω{k}，{units} × {inputs}</translation>
    </message>
    <message>
        <source>{part}, {layer}</source>
        <translation>{part}，{layer}</translation>
    </message>
</context>
<context>
    <name>PlaneKey</name>
    <message>
        <source>Active units</source>
        <translation>激活单元数</translation>
    </message>
    <message>
        <source>Boundary</source>
        <translation>决策边界</translation>
    </message>
    <message>
        <source>Edges</source>
        <translation>边</translation>
    </message>
    <message>
        <source>Output {name}</source>
        <translation>输出 {name}</translation>
    </message>
    <message>
        <source>Regions</source>
        <translation>区域</translation>
    </message>
    <message>
        <source>coloured by activation pattern</source>
        <translation>按激活模式着色</translation>
    </message>
    <message>
        <source>hidden layer {k}</source>
        <translation>隐藏层 {k}</translation>
    </message>
    <message>
        <source>no line {name} = 0 in the window</source>
        <translation>视窗内没有 {name} = 0 的线</translation>
    </message>
    <message>
        <source>output layer</source>
        <translation>输出层</translation>
    </message>
    <message>
        <source>sampled at {columns} × {rows} points</source>
        <translation>在 {columns} × {rows} 个点上采样</translation>
    </message>
    <message>
        <source>{name} = 0</source>
        <translation>{name} = 0</translation>
    </message>
</context>
<context>
    <name>PlanePage</name>
    <message>
        <source>Activation Pattern</source>
        <translation>激活模式</translation>
    </message>
    <message>
        <source>Boundary</source>
        <translation>决策边界</translation>
    </message>
    <message>
        <source>Edges</source>
        <translation>边</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>适合视窗</translation>
    </message>
    <message>
        <source>Number of Active Units</source>
        <translation>激活单元数</translation>
    </message>
    <message>
        <source>Output Value</source>
        <translation>输出值</translation>
    </message>
    <message>
        <source>Use View</source>
        <translation>用作视窗</translation>
    </message>
    <message>
        <source>Use View as Window</source>
        <translation>把当前视图用作视窗</translation>
    </message>
    <message>
        <source>borders of the regions, coloured by the layer that makes them</source>
        <translation>区域的边界，按产生它的层着色</translation>
    </message>
    <message>
        <source>count and draw in what the picture shows now</source>
        <translation>在图片当前显示的范围内计数和绘制</translation>
    </message>
    <message>
        <source>pattern {pattern}</source>
        <translation>模式 {pattern}</translation>
    </message>
    <message>
        <source>region {region}</source>
        <translation>区域 {region}</translation>
    </message>
    <message>
        <source>show the whole window</source>
        <translation>显示整个视窗</translation>
    </message>
    <message>
        <source>the decision boundary, where the output is 0</source>
        <translation>决策边界，即输出为 0 之处</translation>
    </message>
    <message>
        <source>the output whose value and boundary are drawn</source>
        <translation>绘制其值和边界的输出</translation>
    </message>
    <message>
        <source>what the colour of a region tells</source>
        <translation>区域颜色的含义</translation>
    </message>
</context>
<context>
    <name>PlaneView</name>
    <message>
        <source>computing…</source>
        <translation>计算中…</translation>
    </message>
    <message>
        <source>stopped: an earlier picture</source>
        <translation>已停止：这是先前的图</translation>
    </message>
    <message>
        <source>t₁</source>
        <translation>t₁</translation>
    </message>
    <message>
        <source>t₂</source>
        <translation>t₂</translation>
    </message>
    <message>
        <source>x₁</source>
        <translation>x₁</translation>
    </message>
    <message>
        <source>x₂</source>
        <translation>x₂</translation>
    </message>
</context>
<context>
    <name>ProbeModel</name>
    <message>
        <source>after</source>
        <translation>激活后</translation>
    </message>
    <message>
        <source>hidden {k}</source>
        <translation>隐藏层 {k}</translation>
    </message>
    <message>
        <source>output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>slice: x</source>
        <translation>切片：x</translation>
    </message>
    <message>
        <source>{name} no. {time}</source>
        <translation>{name} 第 {time} 次</translation>
    </message>
</context>
<context>
    <name>ProbePanel</name>
    <message>
        <source>numbers at the probe</source>
        <translation>探针处的数值</translation>
    </message>
</context>
<context>
    <name>RandomDialog</name>
    <message>
        <source>Activation</source>
        <translation>激活函数</translation>
    </message>
    <message>
        <source>Inputs, units of each hidden layer, outputs: 2-16-16-1 has 2 hidden layers of 16 units.</source>
        <translation>输入数、每个隐藏层的单元数、输出数：2-16-16-1 有 2 个各 16 单元的隐藏层。</translation>
    </message>
    <message>
        <source>Random Network</source>
        <translation>随机网络</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>种子</translation>
    </message>
    <message>
        <source>Sizes</source>
        <translation>各层大小</translation>
    </message>
</context>
<context>
    <name>RecountDialog</name>
    <message>
        <source>Both counts agree.</source>
        <translation>两次计数一致。</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Counting again in rational arithmetic, which never rounds…</source>
        <translation>正在用从不舍入的有理数运算重新计数…</translation>
    </message>
    <message>
        <source>Recount Exactly</source>
        <translation>精确重数</translation>
    </message>
    <message>
        <source>The counts differ: the exact ones are those of the stored numbers.</source>
        <translation>两次计数不同：精确计数才是所存数值的计数。</translation>
    </message>
    <message>
        <source>activation regions in the window</source>
        <translation>视窗内的激活区域</translation>
    </message>
    <message>
        <source>activation regions on the whole line</source>
        <translation>整条直线上的激活区域</translation>
    </message>
    <message>
        <source>counted</source>
        <translation>计数</translation>
    </message>
    <message>
        <source>distinct affine maps in the window</source>
        <translation>视窗内不同的仿射映射</translation>
    </message>
    <message>
        <source>linear segments on the whole line</source>
        <translation>整条直线上的线性段</translation>
    </message>
    <message>
        <source>linear segments or regions in the window</source>
        <translation>视窗内的线性段或线性区域</translation>
    </message>
    <message>
        <source>recounted exactly</source>
        <translation>精确重数</translation>
    </message>
</context>
<context>
    <name>SegmentModel</name>
    <message>
        <source>chain rule</source>
        <translation>链式法则</translation>
    </message>
    <message>
        <source>end</source>
        <translation>终点</translation>
    </message>
    <message>
        <source>how steep the segment is</source>
        <translation>线性段的倾斜程度</translation>
    </message>
    <message>
        <source>intercept</source>
        <translation>截距</translation>
    </message>
    <message>
        <source>segments from left to right</source>
        <translation>从左到右的线性段</translation>
    </message>
    <message>
        <source>slope</source>
        <translation>斜率</translation>
    </message>
    <message>
        <source>start</source>
        <translation>起点</translation>
    </message>
    <message>
        <source>the active units of the last hidden layer add up to the slope:</source>
        <translation>最后一个隐藏层的激活单元相加得到斜率：</translation>
    </message>
    <message>
        <source>the slopes of the networks, the last one first; their product is the slope</source>
        <translation>各网络的斜率，最后一个在前；其乘积就是斜率</translation>
    </message>
    <message>
        <source>where the line of the segment meets x = 0</source>
        <translation>线性段所在直线在 x = 0 处的值</translation>
    </message>
    <message>
        <source>where the segment begins</source>
        <translation>线性段的起点</translation>
    </message>
    <message>
        <source>where the segment ends</source>
        <translation>线性段的终点</translation>
    </message>
    <message>
        <source>{slope} from unit {unit}</source>
        <translation>{slope} 来自单元 {unit}</translation>
    </message>
    <message>
        <source>… and {more} more</source>
        <translation>…以及另外 {more} 个</translation>
    </message>
</context>
<context>
    <name>SegmentTable</name>
    <message>
        <source>segments</source>
        <translation>线性段</translation>
    </message>
</context>
<context>
    <name>SentencePage</name>
    <message>
        <source>Draw a Slice…</source>
        <translation>绘制切片…</translation>
    </message>
    <message>
        <source>choose a line or a plane through the input space to draw and count on</source>
        <translation>选择输入空间中的一条直线或一个平面，在其上绘制和计数</translation>
    </message>
</context>
<context>
    <name>SliceDialog</name>
    <message>
        <source>Draw and count on a line or a plane through the {inputs} inputs: x = point + t₁ direction 1 + t₂ direction 2; given by points, they are at t = (0, 0), (1, 0) and (0, 1).</source>
        <translation>在穿过 {inputs} 个输入的直线或平面上绘制和计数：x = 点 + t₁ 方向 1 + t₂ 方向 2；若由点给出，它们位于 t = (0, 0)、(1, 0) 和 (0, 1)。</translation>
    </message>
    <message>
        <source>Line Through Two Points</source>
        <translation>过两点的直线</translation>
    </message>
    <message>
        <source>Line: a Point and a Direction</source>
        <translation>直线：一点和一个方向</translation>
    </message>
    <message>
        <source>No Slice</source>
        <translation>无切片</translation>
    </message>
    <message>
        <source>Plane Through Three Points</source>
        <translation>过三点的平面</translation>
    </message>
    <message>
        <source>Plane: a Point and Two Directions</source>
        <translation>平面：一点和两个方向</translation>
    </message>
    <message>
        <source>Random Directions</source>
        <translation>随机方向</translation>
    </message>
    <message>
        <source>Slice</source>
        <translation>切片</translation>
    </message>
    <message>
        <source>direction {number}</source>
        <translation>方向 {number}</translation>
    </message>
    <message>
        <source>point</source>
        <translation>点</translation>
    </message>
    <message>
        <source>point {number}</source>
        <translation>点 {number}</translation>
    </message>
    <message>
        <source>seed</source>
        <translation>种子</translation>
    </message>
</context>
<context>
    <name>SliceTable</name>
    <message>
        <source>Copy Numbers</source>
        <translation>复制数字</translation>
    </message>
    <message>
        <source>Paste Numbers</source>
        <translation>粘贴数字</translation>
    </message>
    <message>
        <source>points and directions of the slice</source>
        <translation>切片的点和方向</translation>
    </message>
</context>
<context>
    <name>StatusLine</name>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Stop Computing</source>
        <translation>停止计算</translation>
    </message>
    <message>
        <source>Stopped. The next edit computes again.</source>
        <translation>已停止。下一次编辑时会重新计算。</translation>
    </message>
    <message>
        <source>equal to the count in exact rational arithmetic of the stored numbers</source>
        <translation>与用有理数运算对所存数值所做的计数相等</translation>
    </message>
    <message>
        <source>exact</source>
        <translation>精确</translation>
    </message>
    <message>
        <source>no count</source>
        <translation>无计数</translation>
    </message>
    <message>
        <source>not certain</source>
        <translation>不确定</translation>
    </message>
    <message>
        <source>stop what is being computed (Esc); the next edit computes again</source>
        <translation>停止正在进行的计算（Esc）；下一次编辑时会重新计算</translation>
    </message>
    <message>
        <source>time to count and to find the picture</source>
        <translation>计数和求图所用的时间</translation>
    </message>
    <message>
        <source>{count} linear regions</source>
        <translation>{count} 个线性区域</translation>
    </message>
    <message>
        <source>{count} segments</source>
        <translation>{count} 个线性段</translation>
    </message>
</context>
<context>
    <name>WindowButton</name>
    <message>
        <source>where regions are counted and drawn; click to type another</source>
        <translation>计数和绘制区域的范围；点击可输入另一个</translation>
    </message>
    <message>
        <source>window {window}</source>
        <translation>视窗 {window}</translation>
    </message>
</context>
<context>
    <name>WindowDialog</name>
    <message>
        <source>Regions are counted and drawn where each input is from … to:</source>
        <translation>在每个输入的以下范围内计数和绘制区域：</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>视窗</translation>
    </message>
</context>
<context>
    <name>model</name>
    <message>
        <source>3^{depth} {value}</source>
        <translation>3^{depth} {value}</translation>
    </message>
    <message>
        <source>A skip connection</source>
        <translation>跳跃连接</translation>
    </message>
    <message>
        <source>D = ⌊({parameters} − {outputs}) / ({inputs} + {outputs} + 1)⌋ = {units}; {sum} {value}</source>
        <translation>D = ⌊({parameters} − {outputs}) / ({inputs} + {outputs} + 1)⌋ = {units}；{sum} {value}</translation>
    </message>
    <message>
        <source>FLOP, multiplications and additions, biases not counted</source>
        <translation>FLOP，乘法和加法，不计偏置</translation>
    </message>
    <message>
        <source>FLOP, two per multiply-add and one per bias on top</source>
        <translation>FLOP，每次乘加计两次，每个偏置再加一次</translation>
    </message>
    <message>
        <source>FLOP, two per multiply-add: also multiplications and additions, biases counted</source>
        <translation>FLOP，每次乘加计两次：即乘法和加法，计入偏置</translation>
    </message>
    <message>
        <source>Fold once (Fig. 7.1a)</source>
        <translation>折叠一次（图 7.1a）</translation>
    </message>
    <message>
        <source>Fold {depth} times (Fig. 7.2)</source>
        <translation>折叠 {depth} 次（图 7.2）</translation>
    </message>
    <message>
        <source>Fold {depth} times on [{low}, {high}]</source>
        <translation>在 [{low}, {high}] 上折叠 {depth} 次</translation>
    </message>
    <message>
        <source>Four lines, eleven regions</source>
        <translation>四条直线，十一个区域</translation>
    </message>
    <message>
        <source>Montúfar&apos;s bound needs a hidden layer, and no hidden layer narrower than the inputs</source>
        <translation>Montúfar 下界要求有隐藏层，且没有比输入更窄的隐藏层</translation>
    </message>
    <message>
        <source>Random network, one input</source>
        <translation>随机网络，一个输入</translation>
    </message>
    <message>
        <source>Random network, two inputs</source>
        <translation>随机网络，两个输入</translation>
    </message>
    <message>
        <source>Random {sizes}, seed {seed}</source>
        <translation>随机网络 {sizes}，种子 {seed}</translation>
    </message>
    <message>
        <source>The plane folded by absolute values, 64 regions</source>
        <translation>用绝对值折叠的平面，64 个区域</translation>
    </message>
    <message>
        <source>The same fold on another interval</source>
        <translation>另一区间上的同样折叠</translation>
    </message>
    <message>
        <source>Three lines, seven regions</source>
        <translation>三条直线，七个区域</translation>
    </message>
    <message>
        <source>Two networks, one after the other (Fig. 7.1)</source>
        <translation>两个网络依次复合（图 7.1）</translation>
    </message>
    <message>
        <source>a colon is missing</source>
        <translation>缺少冒号</translation>
    </message>
    <message>
        <source>a comma has nothing after it</source>
        <translation>逗号之后没有内容</translation>
    </message>
    <message>
        <source>a comma or ] is missing</source>
        <translation>缺少逗号或 ]</translation>
    </message>
    <message>
        <source>a comma or }} is missing</source>
        <translation>缺少逗号或 }}</translation>
    </message>
    <message>
        <source>a decimal number</source>
        <translation>小数</translation>
    </message>
    <message>
        <source>a key in double quotes is missing</source>
        <translation>缺少双引号中的键</translation>
    </message>
    <message>
        <source>a list</source>
        <translation>列表</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>数</translation>
    </message>
    <message>
        <source>a number is missing; examples: 0.5, -1, 1e-3, 1/3</source>
        <translation>缺少数字；例如：0.5、-1、1e-3、1/3</translation>
    </message>
    <message>
        <source>a number of {length} characters is too long; use at most {limit}</source>
        <translation>{length} 个字符的数太长；最多 {limit} 个</translation>
    </message>
    <message>
        <source>a whole number</source>
        <translation>整数</translation>
    </message>
    <message>
        <source>a whole number is missing; allowed: {low} to {high}</source>
        <translation>缺少整数；允许范围：{low} 到 {high}</translation>
    </message>
    <message>
        <source>activation: unknown name {name}; choose one of {names}</source>
        <translation>激活函数：未知名称 {name}；请从 {names} 中选择</translation>
    </message>
    <message>
        <source>activations of a batch: hidden layers</source>
        <translation>一批的激活值：隐藏层</translation>
    </message>
    <message>
        <source>activations of a batch: hidden layers and output</source>
        <translation>一批的激活值：隐藏层和输出</translation>
    </message>
    <message>
        <source>activations of a batch: input, hidden layers and output</source>
        <translation>一批的激活值：输入、隐藏层和输出</translation>
    </message>
    <message>
        <source>activations of a batch: input, hidden layers, output, and preactivations before a function</source>
        <translation>一批的激活值：输入、隐藏层、输出，以及函数之前的预激活</translation>
    </message>
    <message>
        <source>additions, one sample; adding the bias counts, one more per unit with skip</source>
        <translation>加法，单个样本；计入加偏置，有跳跃时每单元多一次</translation>
    </message>
    <message>
        <source>additions, one sample; adding the bias does not count, one more per unit with skip</source>
        <translation>加法，单个样本；不计加偏置，有跳跃时每单元多一次</translation>
    </message>
    <message>
        <source>an object</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>another network: all {units} hidden units in one relu layer</source>
        <translation>另一个网络：全部 {units} 个隐藏单元都在一个 relu 层中</translation>
    </message>
    <message>
        <source>another network: one hidden relu layer with at most as many parameters</source>
        <translation>另一个网络：参数不多于此的单隐藏 relu 层网络</translation>
    </message>
    <message>
        <source>any piecewise linear activations, with or without skip: layer k cuts every region at most Σ C(D_k, j) t^j times, t hyperplanes per unit</source>
        <translation>任意分段线性激活，有无跳跃均可：第 k 层把每个区域最多切成 Σ C(D_k, j) t^j 块，每个单元 t 个超平面</translation>
    </message>
    <message>
        <source>batch: {batch} is less than 1</source>
        <translation>批大小：{batch} 小于 1</translation>
    </message>
    <message>
        <source>batch: {problem}</source>
        <translation>批大小：{problem}</translation>
    </message>
    <message>
        <source>bias spread: {spread} is not 0 or more</source>
        <translation>偏置离散度：{spread} 不是非负数</translation>
    </message>
    <message>
        <source>biases</source>
        <translation>偏置</translation>
    </message>
    <message>
        <source>biases: shape {shape}, expected {units} numbers, one per row of the weights</source>
        <translation>偏置：形状为 {shape}，应为 {units} 个数，权重每行一个</translation>
    </message>
    <message>
        <source>bound: the number has too many digits to work out; use fewer or narrower layers</source>
        <translation>界：位数太多，无法算出；请使用更少或更窄的层</translation>
    </message>
    <message>
        <source>bytes of the hidden activations of a batch in {precision}</source>
        <translation>一批隐藏激活值的字节数，{precision}</translation>
    </message>
    <message>
        <source>bytes of the parameters in {precision}</source>
        <translation>参数的字节数，{precision}</translation>
    </message>
    <message>
        <source>comparisons, one sample; 1 per unit of relu, leaky_relu and abs, 2 of hard_tanh</source>
        <translation>比较，单个样本；relu、leaky_relu 和 abs 每单元 1 次，hard_tanh 2 次</translation>
    </message>
    <message>
        <source>depth: {depth} is less than 1</source>
        <translation>深度：{depth} 小于 1</translation>
    </message>
    <message>
        <source>evaluations of tanh, sigmoid and gelu, one sample; 1 per unit</source>
        <translation>tanh、sigmoid 和 gelu 的求值，单个样本；每单元 1 次</translation>
    </message>
    <message>
        <source>exact recount: the network has {given} inputs, expected {expected}</source>
        <translation>精确重数：网络有 {given} 个输入，应为 {expected} 个</translation>
    </message>
    <message>
        <source>fold: [{low}, {high}] is too narrow for where it lies; choose a wider interval</source>
        <translation>折叠：[{low}, {high}] 相对于其位置太窄；请选择更宽的区间</translation>
    </message>
    <message>
        <source>format: missing; a document has &quot;format&quot;: &quot;{format}&quot;</source>
        <translation>format：缺失；文档应有 &quot;format&quot;: &quot;{format}&quot;</translation>
    </message>
    <message>
        <source>format: {given} is not &quot;{format}&quot;</source>
        <translation>format：{given} 不是 &quot;{format}&quot;</translation>
    </message>
    <message>
        <source>fvcore: multiply-adds, called flops</source>
        <translation>fvcore：乘加，称为 flops</translation>
    </message>
    <message>
        <source>hidden layer {layer} overflows: its values are not finite; use smaller weights or a smaller window</source>
        <translation>隐藏层 {layer} 溢出：其值不是有限数；请使用更小的权重或更小的视窗</translation>
    </message>
    <message>
        <source>input and output cannot be duplicated; select a hidden layer</source>
        <translation>输入和输出不能复制；请选择隐藏层</translation>
    </message>
    <message>
        <source>input and output cannot be moved; select a hidden layer</source>
        <translation>输入和输出不能移动；请选择隐藏层</translation>
    </message>
    <message>
        <source>input and output cannot be removed; select a hidden layer</source>
        <translation>输入和输出不能删除；请选择隐藏层</translation>
    </message>
    <message>
        <source>inputs</source>
        <translation>输入数</translation>
    </message>
    <message>
        <source>is too large; numbers go up to 1.8e308</source>
        <translation>太大；数最大为 1.8e308</translation>
    </message>
    <message>
        <source>is {found}, expected {expected}</source>
        <translation>是{found}，应为{expected}</translation>
    </message>
    <message>
        <source>it is a folder</source>
        <translation>它是文件夹</translation>
    </message>
    <message>
        <source>it is a link that leads to itself</source>
        <translation>它是指向自身的链接</translation>
    </message>
    <message>
        <source>it is not an ordinary file</source>
        <translation>它不是普通文件</translation>
    </message>
    <message>
        <source>it is protected against writing</source>
        <translation>它有写保护</translation>
    </message>
    <message>
        <source>it would be larger than the system allows</source>
        <translation>它会超过系统允许的大小</translation>
    </message>
    <message>
        <source>layers: a network needs at least the output layer</source>
        <translation>layers：网络至少需要输出层</translation>
    </message>
    <message>
        <source>layers[{k}].weights: {columns} numbers per row, expected {units}, the units of the layer before</source>
        <translation>layers[{k}].weights：每行 {columns} 个数，应为 {units} 个，即前一层的单元数</translation>
    </message>
    <message>
        <source>layers[{k}].{problem}</source>
        <translation>layers[{k}].{problem}</translation>
    </message>
    <message>
        <source>layers[{k}]: there are {places} such layers, counted from 0</source>
        <translation>layers[{k}]：这样的层有 {places} 个，从 0 开始编号</translation>
    </message>
    <message>
        <source>layers[{k}]: {name} is smooth and has no linear regions to count</source>
        <translation>layers[{k}]：{name} 是光滑的，没有可数的线性区域</translation>
    </message>
    <message>
        <source>line {line}, column {column}: not JSON: {problem}</source>
        <translation>第 {line} 行第 {column} 列：不是 JSON：{problem}</translation>
    </message>
    <message>
        <source>line {line}, column {column}: {word} is not a finite number</source>
        <translation>第 {line} 行第 {column} 列：{word} 不是有限数</translation>
    </message>
    <message>
        <source>line {line}: not UTF-8 text; save the file as UTF-8</source>
        <translation>第 {line} 行：不是 UTF-8 文本；请将文件保存为 UTF-8</translation>
    </message>
    <message>
        <source>line {line}: the document ends too early</source>
        <translation>第 {line} 行：文档过早结束</translation>
    </message>
    <message>
        <source>lower bound (Montúfar 2014)</source>
        <translation>下界（Montúfar 2014）</translation>
    </message>
    <message>
        <source>more than {budget} regions after layer {layer}; use fewer or narrower layers, a smaller window or a larger region limit</source>
        <translation>第 {layer} 层之后区域超过 {budget} 个；请使用更少或更窄的层、更小的视窗或更大的区域上限</translation>
    </message>
    <message>
        <source>multiplications, one sample; one more per unit of leaky_relu</source>
        <translation>乘法，单个样本；leaky_relu 每单元多一次</translation>
    </message>
    <message>
        <source>multiply-adds (MAC) of the backward pass, one sample</source>
        <translation>反向传播的乘加（MAC），单个样本</translation>
    </message>
    <message>
        <source>multiply-adds (MAC), one batch</source>
        <translation>乘加（MAC），一批</translation>
    </message>
    <message>
        <source>multiply-adds (MAC), one sample</source>
        <translation>乘加（MAC），单个样本</translation>
    </message>
    <message>
        <source>network: a document has either a network or parts, not both</source>
        <translation>network：文档只能有 network 或 parts 之一，不能两者都有</translation>
    </message>
    <message>
        <source>network: missing; a document has a network or parts</source>
        <translation>network：缺失；文档应有 network 或 parts</translation>
    </message>
    <message>
        <source>network: {parameters} parameters are more than {limit}; use fewer or narrower layers</source>
        <translation>网络：{parameters} 个参数多于 {limit} 个；请使用更少或更窄的层</translation>
    </message>
    <message>
        <source>no count: {names} is smooth, so the function has no linear regions; the picture is sampled</source>
        <translation>无计数：{names} 是光滑的，因此函数没有线性区域；图是采样得到的</translation>
    </message>
    <message>
        <source>no picture</source>
        <translation>没有图</translation>
    </message>
    <message>
        <source>no picture: {inputs} inputs cannot be drawn, only 1 or 2, or a slice through them; parameters and operations are counted as always</source>
        <translation>没有图：{inputs} 个输入无法绘制，只能绘制 1 个或 2 个，或其切片；参数和运算照常计数</translation>
    </message>
    <message>
        <source>null</source>
        <translation>null</translation>
    </message>
    <message>
        <source>one hidden layer of relu, leaky_relu or abs; reached by units in general position</source>
        <translation>一个 relu、leaky_relu 或 abs 隐藏层；单元处于一般位置时达到</translation>
    </message>
    <message>
        <source>one input, every hidden layer relu with at least 3 units; the fold has exactly so many in its window and one more on the whole line; other weights give more</source>
        <translation>一个输入，每个隐藏层为至少 3 个单元的 relu；折叠在其视窗内恰有这么多，在整条直线上多一个；其他权重可以更多</translation>
    </message>
    <message>
        <source>one input, relu; known to be reached only where every layer has at least 3 units</source>
        <translation>一个输入，relu；仅当每层至少 3 个单元时已知可达到</translation>
    </message>
    <message>
        <source>one input, relu; some weights reach it</source>
        <translation>一个输入，relu；某些权重可达到</translation>
    </message>
    <message>
        <source>one-input maximum, Π (D_k + 1)</source>
        <translation>单输入最大值，Π (D_k + 1)</translation>
    </message>
    <message>
        <source>parameters (eq. 7.5)</source>
        <translation>参数（式 7.5）</translation>
    </message>
    <message>
        <source>parameters: {parameters} are too few for {outputs} output biases</source>
        <translation>参数：{parameters} 个不够 {outputs} 个输出偏置</translation>
    </message>
    <message>
        <source>partition: a smooth activation has no linear regions</source>
        <translation>分割：光滑激活没有线性区域</translation>
    </message>
    <message>
        <source>partition: the network has {inputs} inputs, expected 2</source>
        <translation>分割：网络有 {inputs} 个输入，应为 2 个</translation>
    </message>
    <message>
        <source>parts: a chain needs at least one network</source>
        <translation>parts：链至少需要一个网络</translation>
    </message>
    <message>
        <source>parts: applied one after another they are a network of {parameters} parameters, more than {limit}; repeat less often or use narrower layers</source>
        <translation>parts：依次应用相当于有 {parameters} 个参数的网络，多于 {limit} 个；请减少重复或使用更窄的层</translation>
    </message>
    <message>
        <source>parts: the product of the weights at a seam overflows; use smaller weights</source>
        <translation>parts：接缝处权重的乘积溢出；请使用更小的权重</translation>
    </message>
    <message>
        <source>parts[{i}]: there are {parts} parts, counted from 0</source>
        <translation>parts[{i}]：共有 {parts} 个部分，从 0 开始编号</translation>
    </message>
    <message>
        <source>parts[{i}]: {inputs} inputs, but the part before has {outputs} outputs</source>
        <translation>parts[{i}]：{inputs} 个输入，但前一部分有 {outputs} 个输出</translation>
    </message>
    <message>
        <source>pasted text, row {row}, column {column}: {problem}</source>
        <translation>粘贴的文本，第 {row} 行第 {column} 列：{problem}</translation>
    </message>
    <message>
        <source>pasted text, row {row}: {width} columns instead of {expected}</source>
        <translation>粘贴的文本，第 {row} 行：{width} 列，应为 {expected} 列</translation>
    </message>
    <message>
        <source>pasted text: {rows} × {columns} numbers do not fit; from the selected cell on there is room for {free_rows} × {free_columns}</source>
        <translation>粘贴的文本：{rows} × {columns} 个数放不下；从所选单元格起只能放 {free_rows} × {free_columns} 个</translation>
    </message>
    <message>
        <source>picture: {width} × {height} pixels do not fit into memory</source>
        <translation>图片：内存容不下 {width} × {height} 像素</translation>
    </message>
    <message>
        <source>ptflops: multiply-adds, biases and one operation per activation function</source>
        <translation>ptflops：乘加、偏置，以及每个激活函数一次运算</translation>
    </message>
    <message>
        <source>region limit: {problem}</source>
        <translation>区域上限：{problem}</translation>
    </message>
    <message>
        <source>relu in every hidden layer, no skip; exact for one input and widths of at least 3</source>
        <translation>每个隐藏层都是 relu，无跳跃；单输入且宽度至少为 3 时精确</translation>
    </message>
    <message>
        <source>relu, no skip, no hidden layer narrower than the inputs; some weights have at least so many, and a bounded window can hold them all</source>
        <translation>relu，无跳跃，没有比输入更窄的隐藏层；某些权重至少有这么多，且有界视窗可容纳全部</translation>
    </message>
    <message>
        <source>repeat</source>
        <translation>重复</translation>
    </message>
    <message>
        <source>repeat: a network with {inputs} inputs and {outputs} outputs cannot feed itself</source>
        <translation>重复：有 {inputs} 个输入和 {outputs} 个输出的网络不能接到自身</translation>
    </message>
    <message>
        <source>repeat: {repeat} is not between 1 and {limit}</source>
        <translation>重复：{repeat} 不在 1 和 {limit} 之间</translation>
    </message>
    <message>
        <source>row {row}, {source}: {problem}</source>
        <translation>第 {row} 行，{source}：{problem}</translation>
    </message>
    <message>
        <source>seed: {problem}</source>
        <translation>种子：{problem}</translation>
    </message>
    <message>
        <source>seed: {seed} is less than 0</source>
        <translation>种子：{seed} 小于 0</translation>
    </message>
    <message>
        <source>segments: a smooth activation has no linear segments</source>
        <translation>线性段：光滑激活没有线性段</translation>
    </message>
    <message>
        <source>segments: the network has {inputs} inputs, expected 1</source>
        <translation>线性段：网络有 {inputs} 个输入，应为 1 个</translation>
    </message>
    <message>
        <source>shallow maximum (Zaslavsky, eq. 7.6)</source>
        <translation>浅层最大值（Zaslavsky，式 7.6）</translation>
    </message>
    <message>
        <source>shallow maximum at equal parameters</source>
        <translation>参数相同的浅层最大值</translation>
    </message>
    <message>
        <source>shallow maximum with as many units</source>
        <translation>单元数相同的浅层最大值</translation>
    </message>
    <message>
        <source>size: {problem}</source>
        <translation>尺寸：{problem}</translation>
    </message>
    <message>
        <source>size: {size} is less than 1</source>
        <translation>大小：{size} 小于 1</translation>
    </message>
    <message>
        <source>size: {size} is not a whole number from 1 to {limit}</source>
        <translation>大小：{size} 不是 1 到 {limit} 的整数</translation>
    </message>
    <message>
        <source>size: {width} × {height} pixels; width and height must be {smallest} to {largest}, and their product at most {most}</source>
        <translation>尺寸：{width} × {height} 像素；宽和高必须在 {smallest} 到 {largest} 之间，且乘积不超过 {most}</translation>
    </message>
    <message>
        <source>sizes, number {place}: {problem}</source>
        <translation>各层大小，第 {place} 个：{problem}</translation>
    </message>
    <message>
        <source>sizes: give at least the inputs and the outputs</source>
        <translation>各层大小：至少要给出输入数和输出数</translation>
    </message>
    <message>
        <source>sizes: number {place} is {size}, not a whole number from 1 to {limit}</source>
        <translation>各层大小：第 {place} 个是 {size}，不是 1 到 {limit} 的整数</translation>
    </message>
    <message>
        <source>skip: needs equal widths, but {inputs} units feed {units}; make the widths equal or turn skip off</source>
        <translation>跳跃：要求宽度相等，但 {inputs} 个单元连到 {units} 个；请使宽度相等或关闭跳跃</translation>
    </message>
    <message>
        <source>slice: a vector has {given} numbers, expected {expected}, as many as the origin</source>
        <translation>切片：向量有 {given} 个数，应为 {expected} 个，与原点相同</translation>
    </message>
    <message>
        <source>slice: every number must be finite</source>
        <translation>切片：每个数都必须是有限数</translation>
    </message>
    <message>
        <source>slice: give either points, or an origin and directions</source>
        <translation>切片：请给出点，或给出原点和方向</translation>
    </message>
    <message>
        <source>slice: its points coincide or lie on one line; choose points farther apart</source>
        <translation>切片：各点重合或在一条直线上；请选择相距更远的点</translation>
    </message>
    <message>
        <source>slice: its points have different numbers of coordinates</source>
        <translation>切片：各点的坐标个数不同</translation>
    </message>
    <message>
        <source>slice: its points have {given} coordinates, expected {inputs}, one per input</source>
        <translation>切片：各点有 {given} 个坐标，应为 {inputs} 个，每个输入一个</translation>
    </message>
    <message>
        <source>slice: {given} directions, expected 1 for a line or 2 for a plane</source>
        <translation>切片：{given} 个方向，直线应为 1 个，平面应为 2 个</translation>
    </message>
    <message>
        <source>slice: {given} points, expected 2 for a line or 3 for a plane</source>
        <translation>切片：{given} 个点，直线应为 2 个，平面应为 3 个</translation>
    </message>
    <message>
        <source>slope</source>
        <translation>斜率</translation>
    </message>
    <message>
        <source>slope: missing; leaky_relu needs one, such as 0.01</source>
        <translation>斜率：缺失；leaky_relu 需要一个，例如 0.01</translation>
    </message>
    <message>
        <source>slope: only leaky_relu has one, but the activation is {name}</source>
        <translation>斜率：只有 leaky_relu 才有，但激活函数是 {name}</translation>
    </message>
    <message>
        <source>slope: {slope} is not a finite number</source>
        <translation>斜率：{slope} 不是有限数</translation>
    </message>
    <message>
        <source>text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>the disk is full</source>
        <translation>磁盘已满</translation>
    </message>
    <message>
        <source>the disk is read-only</source>
        <translation>磁盘是只读的</translation>
    </message>
    <message>
        <source>the document has ended, but more follows</source>
        <translation>文档已结束，但后面还有内容</translation>
    </message>
    <message>
        <source>the document is larger than {limit} MiB</source>
        <translation>文档大于 {limit} MiB</translation>
    </message>
    <message>
        <source>the document is nested too deeply</source>
        <translation>文档嵌套过深</translation>
    </message>
    <message>
        <source>the document is {found}, expected an object in braces</source>
        <translation>文档是{found}，应为花括号中的对象</translation>
    </message>
    <message>
        <source>the file is empty</source>
        <translation>文件是空的</translation>
    </message>
    <message>
        <source>the first hidden layer cannot go further up and the last one not further down</source>
        <translation>第一个隐藏层不能再上移，最后一个不能再下移</translation>
    </message>
    <message>
        <source>the first network cannot go further up and the last one not further down</source>
        <translation>第一个网络不能再上移，最后一个不能再下移</translation>
    </message>
    <message>
        <source>the fold, 3^K (eq. 7.7)</source>
        <translation>折叠，3^K（式 7.7）</translation>
    </message>
    <message>
        <source>the name is too long</source>
        <translation>名称太长</translation>
    </message>
    <message>
        <source>the only network cannot be removed; a chain needs at least one</source>
        <translation>唯一的网络不能删除；链至少需要一个</translation>
    </message>
    <message>
        <source>the output overflows: its values are not finite; use smaller weights or a smaller window</source>
        <translation>输出溢出：其值不是有限数；请使用更小的权重或更小的视窗</translation>
    </message>
    <message>
        <source>the picture could not be computed: {problem}</source>
        <translation>无法计算图：{problem}</translation>
    </message>
    <message>
        <source>the slice overflows: its inputs are not finite in this window; use a smaller window</source>
        <translation>切片溢出：在此视窗内其输入不是有限数；请使用更小的视窗</translation>
    </message>
    <message>
        <source>the slice was left out: its points have another number of inputs</source>
        <translation>切片已去除：它的点的输入个数不同</translation>
    </message>
    <message>
        <source>the system says “{reason}”</source>
        <translation>系统提示“{reason}”</translation>
    </message>
    <message>
        <source>the title or another text has a character that cannot be saved</source>
        <translation>标题或其他文本中有无法保存的字符</translation>
    </message>
    <message>
        <source>there are no regions to write: the network has no exact picture with two inputs</source>
        <translation>没有可写入的区域：该网络没有两个输入的精确图</translation>
    </message>
    <message>
        <source>there are no segments to write: the network has no exact picture with one input</source>
        <translation>没有可写入的线性段：该网络没有一个输入的精确图</translation>
    </message>
    <message>
        <source>there is no new picture: it would have more than {limit} regions</source>
        <translation>没有新图：它会有超过 {limit} 个区域</translation>
    </message>
    <message>
        <source>there is no picture yet</source>
        <translation>还没有图</translation>
    </message>
    <message>
        <source>there is no such file</source>
        <translation>没有这个文件</translation>
    </message>
    <message>
        <source>there is no such folder</source>
        <translation>没有这个文件夹</translation>
    </message>
    <message>
        <source>there is no text to paste</source>
        <translation>没有可粘贴的文本</translation>
    </message>
    <message>
        <source>this does not belong here</source>
        <translation>此处不应有此内容</translation>
    </message>
    <message>
        <source>this is a folder, not a document</source>
        <translation>这是文件夹，不是文档</translation>
    </message>
    <message>
        <source>this is not how a number is written</source>
        <translation>数不能这样写</translation>
    </message>
    <message>
        <source>thop: multiply-adds</source>
        <translation>thop：乘加</translation>
    </message>
    <message>
        <source>torchinfo: multiply-adds and biases, called mult-adds</source>
        <translation>torchinfo：乘加和偏置，称为 mult-adds</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>真或假</translation>
    </message>
    <message>
        <source>units: {units} is less than 0</source>
        <translation>单元数：{units} 小于 0</translation>
    </message>
    <message>
        <source>upper bound (Serra 2018)</source>
        <translation>上界（Serra 2018）</translation>
    </message>
    <message>
        <source>upper bound, layer by layer (after Montúfar 2017)</source>
        <translation>逐层上界（据 Montúfar 2017）</translation>
    </message>
    <message>
        <source>version: missing</source>
        <translation>version：缺失</translation>
    </message>
    <message>
        <source>version: {given} is newer than this NeuralFold, which reads version {version}; get the newer program</source>
        <translation>version：{given} 比本 NeuralFold 新，本程序只读取版本 {version}；请获取更新的程序</translation>
    </message>
    <message>
        <source>version: {given} is not a version of the format</source>
        <translation>version：{given} 不是该格式的版本</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>weights: shape {shape}, expected at least one row and one column</source>
        <translation>权重：形状为 {shape}，应至少有一行一列</translation>
    </message>
    <message>
        <source>width</source>
        <translation>宽度</translation>
    </message>
    <message>
        <source>window: [{low}, {high}] is not an interval; the first number must be smaller</source>
        <translation>视窗：[{low}, {high}] 不是区间；第一个数必须较小</translation>
    </message>
    <message>
        <source>window: every interval must be two numbers, [low, high]</source>
        <translation>视窗：每个区间必须是两个数，[低, 高]</translation>
    </message>
    <message>
        <source>window: {given} intervals, expected {inputs}, one per input</source>
        <translation>视窗：{given} 个区间，应为 {inputs} 个，每个输入一个</translation>
    </message>
    <message>
        <source>window[{axis}]: [{low}, {high}] is not an interval; the first number must be the smaller one</source>
        <translation>视窗[{axis}]：[{low}, {high}] 不是区间；第一个数必须较小</translation>
    </message>
    <message>
        <source>you may not read this file</source>
        <translation>您无权读取此文件</translation>
    </message>
    <message>
        <source>you may not write there, or another program has it open</source>
        <translation>您无权在此写入，或另一个程序已打开它</translation>
    </message>
    <message>
        <source>{doubts} touches within rounding</source>
        <translation>{doubts} 处接触在舍入误差之内</translation>
    </message>
    <message>
        <source>{file} was not written: the document has {size} MiB, more than the {limit} MiB that can be read again; use fewer or narrower layers</source>
        <translation>{file} 未写入：文档有 {size} MiB，多于可重新读取的 {limit} MiB；请使用更少或更窄的层</translation>
    </message>
    <message>
        <source>{file} was not written: {problem}</source>
        <translation>{file} 未写入：{problem}</translation>
    </message>
    <message>
        <source>{file}: the name must end in .png, .svg or .pdf</source>
        <translation>{file}：文件名必须以 .png、.svg 或 .pdf 结尾</translation>
    </message>
    <message>
        <source>{file}: {problem}</source>
        <translation>{file}：{problem}</translation>
    </message>
    <message>
        <source>{name} is smooth: it has no linear pieces</source>
        <translation>{name} 是光滑的：没有线性段</translation>
    </message>
    <message>
        <source>{name}: not numbers in rows of equal length</source>
        <translation>{name}：不是等长各行的数</translation>
    </message>
    <message>
        <source>{name}: number {place} is {value}; every number must be finite</source>
        <translation>{name}：第 {place} 个数是 {value}；每个数都必须是有限数</translation>
    </message>
    <message>
        <source>{name}: {problem}</source>
        <translation>{name}：{problem}</translation>
    </message>
    <message>
        <source>{name}: {units} is not between 1 and {limit}</source>
        <translation>{name}：{units} 不在 1 和 {limit} 之间</translation>
    </message>
    <message>
        <source>{path}: cannot be written: {reason}</source>
        <translation>{path}：无法写入：{reason}</translation>
    </message>
    <message>
        <source>{place} {what}</source>
        <translation>{place} {what}</translation>
    </message>
    <message>
        <source>{place}.biases: found {found}, expected {expected}, one per row of weights</source>
        <translation>{place}.biases：有 {found} 个，应为 {expected} 个，权重每行一个</translation>
    </message>
    <message>
        <source>{place}.{problem}</source>
        <translation>{place}.{problem}</translation>
    </message>
    <message>
        <source>{place}: a number is too large or a character is not one</source>
        <translation>{place}：某个数太大，或某个字符不是合法字符</translation>
    </message>
    <message>
        <source>{place}: expected two numbers, [low, high]</source>
        <translation>{place}：应为两个数，[低, 高]</translation>
    </message>
    <message>
        <source>{place}: found {found}, expected {expected}</source>
        <translation>{place}：是{found}，应为{expected}</translation>
    </message>
    <message>
        <source>{place}: missing</source>
        <translation>{place}：缺失</translation>
    </message>
    <message>
        <source>{place}: nested too deeply</source>
        <translation>{place}：嵌套过深</translation>
    </message>
    <message>
        <source>{place}: no rows; a layer has one row per unit</source>
        <translation>{place}：没有行；每层每个单元一行</translation>
    </message>
    <message>
        <source>{place}: number {number} {what}</source>
        <translation>{place}：第 {number} 个数 {what}</translation>
    </message>
    <message>
        <source>{place}: row {row} has 1 number, expected {expected}</source>
        <translation>{place}：第 {row} 行有 1 个数，应为 {expected} 个</translation>
    </message>
    <message>
        <source>{place}: row {row} has {found} numbers, expected {expected}</source>
        <translation>{place}：第 {row} 行有 {found} 个数，应为 {expected} 个</translation>
    </message>
    <message>
        <source>{place}: row {row} {what}</source>
        <translation>{place}：第 {row} 行 {what}</translation>
    </message>
    <message>
        <source>{place}: row {row}, number {number} {what}</source>
        <translation>{place}：第 {row} 行第 {number} 个数 {what}</translation>
    </message>
    <message>
        <source>{place}: the number is too large; numbers go up to 1.8e308</source>
        <translation>{place}：数太大；最大为 1.8e308</translation>
    </message>
    <message>
        <source>{place}: {problem}</source>
        <translation>{place}：{problem}</translation>
    </message>
    <message>
        <source>{place}inputs: {inputs} is not between 1 and {limit}</source>
        <translation>{place}inputs：{inputs} 不在 1 和 {limit} 之间</translation>
    </message>
    <message>
        <source>{place}layers: empty; a network needs at least the output layer</source>
        <translation>{place}layers：为空；网络至少需要输出层</translation>
    </message>
    <message>
        <source>{problem}</source>
        <translation>{problem}</translation>
    </message>
    <message>
        <source>{product} {value}</source>
        <translation>{product} {value}</translation>
    </message>
    <message>
        <source>{product}({sum}) {value}</source>
        <translation>{product}({sum}) {value}</translation>
    </message>
    <message>
        <source>{row}, {source}: {problem}</source>
        <translation>{row}，{source}：{problem}</translation>
    </message>
    <message>
        <source>{sum} {value}</source>
        <translation>{sum} {value}</translation>
    </message>
    <message>
        <source>{text} is out of range; allowed: {low} to {high}</source>
        <translation>{text} 超出范围；允许范围：{low} 到 {high}</translation>
    </message>
    <message>
        <source>Σ Π C(D_k, j_k) over 0 ≤ j_k ≤ min({inputs}, D_1 − j_1, …, D_k) with D_1 … D_K = {widths} {value}</source>
        <translation>Σ Π C(D_k, j_k)，其中 0 ≤ j_k ≤ min({inputs}, D_1 − j_1, …, D_k)，D_1 … D_K = {widths} {value}</translation>
    </message>
    <message>
        <source>“{text}” can be read as {small} or as {large}; write a point or leave the comma out</source>
        <translation>“{text}”可读作 {small} 或 {large}；请写小数点或去掉逗号</translation>
    </message>
    <message>
        <source>“{text}” divides by zero</source>
        <translation>“{text}”除以零</translation>
    </message>
    <message>
        <source>“{text}” has a comma that is not a decimal comma; write a point</source>
        <translation>“{text}”中的逗号不是小数逗号；请写小数点</translation>
    </message>
    <message>
        <source>“{text}” is not a finite number</source>
        <translation>“{text}”不是有限数</translation>
    </message>
    <message>
        <source>“{text}” is not a number; examples: 0.5, -1, 1e-3, 1/3</source>
        <translation>“{text}”不是数；例如：0.5、-1、1e-3、1/3</translation>
    </message>
    <message>
        <source>“{text}” is not a whole number; allowed: {low} to {high}</source>
        <translation>“{text}”不是整数；允许范围：{low} 到 {high}</translation>
    </message>
    <message>
        <source>“{text}” is too large; numbers go up to 1.8e308</source>
        <translation>“{text}”太大；数最大为 1.8e308</translation>
    </message>
    <message>
        <source>“{text}” is too small to be told from 0; type 0 instead</source>
        <translation>“{text}”太小，无法与 0 区分；请输入 0</translation>
    </message>
</context>
</TS>
